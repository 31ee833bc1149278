"""GLSL of the asset, its shadow mask and the blue room.

The software renderer pays for every instruction of every pixel, taken branches or not. So there is one program for each
kind of surface, and no power, exponential or logarithm: brightness is linear light squared from and rooted to the
encoded value, which returns a colour under full light exactly as it was authored, and the room is mixed as encoded.
"""

from __future__ import annotations

__all__ = [
    "COMPOSITE_FRAGMENT",
    "COMPOSITE_VERTEX",
    "MASK_FRAGMENT",
    "MASK_VERTEX",
    "ROOM_VERTEX",
    "asset_fragment",
    "asset_vertex",
    "room_fragment",
]

_HEADER = "#version 330\n"

_ASSET_VERTEX = """
uniform mat4 clip_from_world;
uniform mat4 world_from_body;
in vec3 position;
in vec3 normal;
uniform float per_radius;
in vec3 color;
out float v_height;
out vec3 v_normal;
out vec3 v_color;
#ifdef TEXTURED
in vec2 st;
out vec2 v_st;
#endif
invariant gl_Position;
void main() {
    vec4 world = world_from_body * vec4(position, 1.0);
    v_height = world.z * per_radius;
    v_normal = mat3(world_from_body) * normal;
    v_color = color;
#ifdef TEXTURED
    v_st = st;
#endif
    gl_Position = clip_from_world * world;
}
"""

_ASSET_FRAGMENT = """
uniform vec3 to_eye;
uniform vec3 key_direction;
uniform vec3 fill_direction;
uniform vec3 half_direction;
uniform vec3 surface;
in float v_height;
in vec3 v_normal;
in vec3 v_color;
#ifdef TEXTURED
uniform sampler2D diffuse;
in vec2 v_st;
#endif
out vec4 result;
void main() {
    vec3 n = v_normal * inversesqrt(max(dot(v_normal, v_normal), 1e-12));
    n = gl_FrontFacing ? n : -n;
#ifdef TEXTURED
    vec3 encoded = v_color * texture(diffuse, v_st).rgb;
#else
    vec3 encoded = v_color;
#endif
    vec3 albedo = encoded * encoded;
    // Metal keeps some of its own colour, as this room has too little to reflect.
    float rough = surface.x, metal = 0.8 * surface.y;

    // Near the floor, surfaces that look down see less light.
    float open = clamp((v_height + 0.5 * n.z) * 0.75 + 0.45, 0.32, 1.0);
    vec3 ambient = mix(vec3(0.14, 0.17, 0.25), vec3(0.43, 0.44, 0.47), n.z * 0.5 + 0.5) * open;
    float lambert = max(dot(n, key_direction), 0.0);
    float fill = max(dot(n, fill_direction), 0.0);
    vec3 light = ambient + lambert * vec3(0.56, 0.55, 0.52) + fill * vec3(0.13, 0.14, 0.16);

    // Highlight of the key light (GGX) and the room as a mirror would show it.
    float a2 = rough * rough * rough * rough;
    float nh = max(dot(n, half_direction), 0.0);
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float gloss = min(0.20 * a2 / (d * d), 3.0) * lambert;
    float nv = max(dot(n, to_eye), 0.0);
    float grazing = (1.0 - nv) * (1.0 - nv);
    grazing *= grazing;
    vec3 f0 = mix(vec3(0.04), albedo, metal);
    vec3 fresnel = f0 + (1.0 - rough) * grazing * (1.0 - f0);
    vec3 mirror = (2.0 * nv * n - to_eye) * (1.0 - 0.5 * rough);
    float window = clamp(dot(mirror, fill_direction) * 1.6 - 0.2, 0.0, 1.0);
    vec3 room = mix(vec3(0.16, 0.21, 0.34), vec3(0.66, 0.70, 0.78), clamp(mirror.z + 0.45, 0.0, 1.0));
    room += vec3(0.55, 0.56, 0.58) * window * window;
    vec3 color = albedo * light * (1.0 - metal) + fresnel * (gloss + room * open);

    float opacity = surface.z;
#ifdef SUNK
    // What is under the floor shines through it faintly, tinted, and fades with depth.
    bool is_sunk = v_height < -0.004;
    opacity *= is_sunk ? 0.70 / (1.0 - 0.35 * v_height) : 1.0;
    color = is_sunk ? mix(color, vec3(0.80, 0.10, 0.08), 0.55) : color;
#endif
    result = vec4(sqrt(min(color, 1.0)) * opacity, opacity);
}
"""


def asset_vertex(textured: bool) -> str:
    """Return the vertex shader of the asset, with texture coordinates or without."""
    return _HEADER + ("#define TEXTURED\n" if textured else "") + _ASSET_VERTEX


def asset_fragment(textured: bool, sunk: bool) -> str:
    """Return the fragment shader of the asset.

    Args:
        textured: Whether a texture is multiplied in.
        sunk: Whether parts may be under the floor.
    """
    defines = ("#define TEXTURED\n" if textured else "") + ("#define SUNK\n" if sunk else "")
    return _HEADER + defines + _ASSET_FRAGMENT


MASK_VERTEX = (
    _HEADER
    + """
uniform mat4 world_from_body;
uniform vec2 mask_centre;
uniform float mask_half;
uniform vec2 slide;
uniform float per_near_height;
in vec3 position;
out float v_height;
void main() {
    vec4 world = world_from_body * vec4(position, 1.0);
    v_height = world.z * per_near_height;
    gl_Position = vec4((world.xy + slide * max(world.z, 0.0) - mask_centre) / mask_half, 0.0, 1.0);
}
"""
)

MASK_FRAGMENT = (
    _HEADER
    + """
in float v_height;
out vec4 result;
void main() {
    // What is over the floor casts a shadow, and a darker one close to it; what has sunk casts none.
    float over = clamp(1.0 + 0.5 * v_height, 0.0, 1.0);
    float close = 1.0 / (1.0 + v_height * v_height);
    result = vec4(over, over * close * close, 0.0, 1.0);
}
"""
)

ROOM_VERTEX = (
    _HEADER
    + """
uniform mat4 clip_from_world;
uniform vec3 corner;
uniform vec3 edge_1;
uniform vec3 edge_2;
out vec2 v_gap;
void main() {
    vec2 at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    v_gap = vec2(length(edge_1), length(edge_2)) * at;
    gl_Position = clip_from_world * vec4(corner + at.x * edge_1 + at.y * edge_2, 1.0);
}
"""
)

_ROOM_FRAGMENT = """
uniform float per_cell;
uniform float per_radius;
uniform vec3 low;
uniform vec3 high;
uniform vec2 per_screen;
#ifdef FLOOR
uniform vec2 spot;
uniform sampler2D mask;
uniform vec2 mask_offset;
uniform vec2 mask_scale;
uniform vec2 shadow_strength;
#endif
in vec2 v_gap;
out vec4 result;
float line_cover(vec2 p, vec2 w, float n) {
    // Share of a pixel's footprint that a grid line covers. Source: box-filtered grid by I. Quilez.
    vec2 a = p + 0.5 * w, b = p - 0.5 * w;
    vec2 i = (floor(a) + min(fract(a) * n, 1.0) - floor(b) - min(fract(b) * n, 1.0)) / (n * w);
    return i.x + i.y - i.x * i.y;
}
void main() {
    // v_gap is the distance from the two edges that this plane shares with the others.
    vec2 pixel = max(abs(dFdx(v_gap)) + abs(dFdy(v_gap)), 1e-9);
    vec2 uv = v_gap * per_cell, width = pixel * per_cell;
    float lines = max(line_cover(uv, width, 40.0) * 0.5, line_cover(uv * 0.2, width * 0.2, 125.0));
    vec2 gap = v_gap * per_radius;
    vec2 dim = 1.0 / (1.0 + 2.5 * gap);
    vec2 edge = gl_FragCoord.xy * per_screen - 0.5;
    float shade = 1.0 - 0.12 * (dim.x + dim.y) - 0.20 * dot(edge, edge);
#ifdef FLOOR
    vec2 away = (v_gap - spot) * per_radius;
    vec3 color = mix(low, high, 1.0 / (1.0 + 0.035 * dot(away, away)));
    color = mix(color, vec3(0.56, 0.72, 0.95), lines * 0.46) * shade;
    vec2 dark = texture(mask, v_gap * mask_scale + mask_offset).rg * shadow_strength;
    color *= (1.0 - dark.x) * (1.0 - dark.y);
#else
    vec3 color = mix(low, high, clamp(gap.y * 0.05, 0.0, 1.0));
    color = mix(color, vec3(0.56, 0.72, 0.95), lines * 0.32) * shade;
#endif
    // Planes have one colour where they meet, so that the edges of the room are smooth.
    vec2 apart = clamp(v_gap / pixel - 0.25, 0.0, 1.0);
    result = vec4(mix(vec3(0.24, 0.38, 0.62), color, apart.x * apart.y), 1.0);
}
"""


def room_fragment(is_floor: bool) -> str:
    """Return the fragment shader of the floor or of a wall."""
    return _HEADER + ("#define FLOOR\n" if is_floor else "") + _ROOM_FRAGMENT


COMPOSITE_VERTEX = (
    _HEADER
    + """
uniform vec4 box;
out vec2 v_at;
void main() {
    vec2 at = mix(box.xy, box.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    v_at = at * 0.5 + 0.5;
    gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}
"""
)

COMPOSITE_FRAGMENT = (
    _HEADER
    + """
uniform sampler2D asset;
in vec2 v_at;
out vec4 result;
void main() { result = texture(asset, v_at); }
"""
)
