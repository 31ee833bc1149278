"""GLSL of the asset, its shadow mask and the blue room. Colours are linear until the last line of each shader."""

from __future__ import annotations

__all__ = ["ASSET_FRAGMENT", "ASSET_VERTEX", "MASK_FRAGMENT", "MASK_VERTEX", "ROOM_FRAGMENT", "ROOM_VERTEX"]

_HEADER = "#version 330\n"

_SRGB = """
vec3 to_srgb(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, c * 12.92, lessThanEqual(c, vec3(0.0031308)));
}
"""

ASSET_VERTEX = (
    _HEADER
    + """
uniform mat4 clip_from_world;
uniform mat4 world_from_body;
in vec3 position;
in vec3 normal;
in vec2 st;
in vec4 color;
in vec4 surface;
out vec3 v_world;
out vec3 v_normal;
out vec2 v_st;
out vec4 v_color;
out vec2 v_surface;
invariant gl_Position;
void main() {
    vec4 world = world_from_body * vec4(position, 1.0);
    v_world = world.xyz;
    v_normal = mat3(world_from_body) * normal;
    v_st = st;
    v_color = vec4(pow(color.rgb, vec3(2.2)), color.a);
    v_surface = surface.xy;
    gl_Position = clip_from_world * world;
}
"""
)

ASSET_FRAGMENT = (
    _HEADER
    + """
uniform sampler2D diffuse;
uniform bool has_texture;
uniform vec3 eye;
uniform vec3 key_direction;
uniform float radius;
uniform float ghost;
in vec3 v_world;
in vec3 v_normal;
in vec2 v_st;
in vec4 v_color;
in vec2 v_surface;
out vec4 result;
"""
    + _SRGB
    + """
void main() {
    vec3 to_eye = normalize(eye - v_world);
    vec3 face = cross(dFdx(v_world), dFdy(v_world));
    face *= dot(face, to_eye) < 0.0 ? -1.0 : 1.0;
    vec3 n = normalize(v_normal);
    n *= dot(n, face) < 0.0 ? -1.0 : 1.0;
    vec3 albedo = v_color.rgb;
    if (has_texture) albedo *= pow(texture(diffuse, v_st).rgb, vec3(2.2));
    float rough = max(v_surface.x, 0.08), metal = v_surface.y;

    // Near the floor, surfaces that look down see less light.
    float height = v_world.z / radius;
    float open = mix(0.35, 1.0, smoothstep(-0.15, 0.9, height + 0.5 * n.z));
    vec3 sky = vec3(0.56, 0.58, 0.62), ground = vec3(0.13, 0.17, 0.27);
    vec3 ambient = mix(ground, sky, n.z * 0.5 + 0.5) * open;
    float lambert = max(dot(n, key_direction), 0.0);
    float fill = max(dot(n, normalize(vec3(-key_direction.y, key_direction.x, 0.35))), 0.0);
    vec3 light = ambient + lambert * vec3(0.66, 0.64, 0.60) + fill * vec3(0.08, 0.09, 0.11);

    vec3 h = normalize(key_direction + to_eye);
    float shine = 2.0 / (rough * rough * rough * rough) - 2.0;
    float gloss = pow(max(dot(n, h), 0.0), max(shine, 1.0)) * (shine + 8.0) / 25.0;
    vec3 f0 = mix(vec3(0.04), albedo, metal);
    float grazing = pow(1.0 - max(dot(n, to_eye), 0.0), 5.0);
    vec3 fresnel = f0 + (max(vec3(1.0 - rough), f0) - f0) * grazing;
    vec3 mirror = reflect(-to_eye, n);
    vec3 room = mix(vec3(0.05, 0.10, 0.26), vec3(0.75, 0.80, 0.88), smoothstep(-0.25, 0.75 + 0.3 * rough, mirror.z));
    vec3 linear = albedo * light * (1.0 - metal)
        + fresnel * (min(gloss, 4.0) * lambert * 0.7 + room * open * mix(1.0, 0.65, rough));

    // What is under the floor shines through it faintly, tinted, and fades with depth.
    float opacity = v_color.a;
    if (ghost > 0.5 && v_world.z < -0.002 * radius) {
        float depth = -v_world.z / radius;
        opacity *= 0.42 * exp(-0.55 * depth);
        linear = mix(linear, vec3(0.85, 0.12, 0.10), 0.55);
    }
    result = vec4(to_srgb(linear) * opacity, opacity);
}
"""
)

MASK_VERTEX = (
    _HEADER
    + """
uniform mat4 world_from_body;
uniform vec2 mask_centre;
uniform float mask_half;
uniform vec2 slide;
uniform float near_height;
in vec3 position;
out float v_near;
void main() {
    vec4 world = world_from_body * vec4(position, 1.0);
    float z = max(world.z, 0.0);
    v_near = exp(-z / near_height);
    gl_Position = vec4((world.xy + slide * z - mask_centre) / mask_half, 0.0, 1.0);
}
"""
)

MASK_FRAGMENT = (
    _HEADER
    + """
in float v_near;
out vec4 result;
void main() { result = vec4(1.0, v_near, 0.0, 1.0); }
"""
)

ROOM_VERTEX = (
    _HEADER
    + """
uniform vec3 corner_00;
uniform vec3 corner_10;
uniform vec3 corner_01;
out vec3 v_ray;
out vec2 v_screen;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    v_screen = vec2(p.x, 1.0 - p.y);
    v_ray = corner_00 + p.x * (corner_10 - corner_00) + p.y * (corner_01 - corner_00);
    gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0);
}
"""
)

ROOM_FRAGMENT = (
    _HEADER
    + """
uniform sampler2D asset;
uniform sampler2D mask;
uniform vec3 eye;
uniform vec2 wall;
uniform float cell;
uniform float radius;
uniform vec2 mask_centre;
uniform float mask_half;
uniform vec2 shadow_strength;
uniform vec2 spot;
in vec3 v_ray;
in vec2 v_screen;
out vec4 result;
"""
    + _SRGB
    + """
float line_cover(vec2 p, vec2 width, float n) {
    // Share of a pixel's footprint that a grid line covers. Source: box-filtered grid by I. Quilez.
    vec2 w = max(width, 0.001);
    vec2 a = p + 0.5 * w, b = p - 0.5 * w;
    vec2 i = (floor(a) + min(fract(a) * n, 1.0) - floor(b) - min(fract(b) * n, 1.0)) / (n * w);
    return 1.0 - (1.0 - i.x) * (1.0 - i.y);
}
void main() {
    vec4 front = texture(asset, v_screen);
    vec3 ray = v_ray;
    float t_floor = ray.z < 0.0 ? -eye.z / ray.z : 1e9;
    float t_x = (wall.x - eye.x) / ray.x;
    float t_y = (wall.y - eye.y) / ray.y;
    t_x = ray.x < 0.0 ? t_x : 1e9;
    t_y = ray.y > 0.0 ? t_y : 1e9;
    float t_wall = min(t_x, t_y);
    float t = min(t_floor, t_wall);
    vec3 p = eye + ray * t;
    bool is_floor = t_floor < t_wall;
    bool is_x = t_x < t_y;
    vec2 uv = is_floor ? p.xy : (is_x ? p.yz : p.xz);
    // Footprint of a pixel from the ray's own derivative: correct also beside an edge of the room.
    vec3 dx = dFdx(ray), dy = dFdy(ray);
    vec3 normal = is_floor ? vec3(0, 0, 1) : (is_x ? vec3(1, 0, 0) : vec3(0, -1, 0));
    float facing = dot(ray, normal);
    vec3 px = t * (dx - ray * dot(dx, normal) / facing);
    vec3 py = t * (dy - ray * dot(dy, normal) / facing);
    vec3 foot = abs(px) + abs(py);
    vec2 width = is_floor ? foot.xy : (is_x ? foot.yz : foot.xz);

    float fine = line_cover(uv / cell, width / cell, 45.0);
    float coarse = line_cover(uv / (5.0 * cell), width / (5.0 * cell), 130.0);
    float lines = max(fine * 0.55, coarse);
    vec3 color;
    if (is_floor) {
        float reach = length(p.xy - spot) / radius;
        color = mix(vec3(0.060, 0.165, 0.420), vec3(0.115, 0.275, 0.640), exp(-0.045 * reach * reach));
        color = mix(color, vec3(0.25, 0.45, 0.82), lines * 0.50);
    } else {
        float rise = clamp(p.z / (14.0 * radius), 0.0, 1.0);
        color = (is_x ? vec3(0.090, 0.220, 0.540) : vec3(0.110, 0.260, 0.600)) * mix(0.86, 1.12, rise);
        color = mix(color, vec3(0.28, 0.48, 0.86), lines * 0.34);
    }
    // Where planes meet, light is caught: hides the hard edge and gives depth.
    float gap_floor = is_floor ? min(p.x - wall.x, wall.y - p.y) : p.z;
    float gap_wall = is_floor ? 1e9 : (is_x ? wall.y - p.y : p.x - wall.x);
    color *= 1.0 - 0.30 * exp(-max(gap_floor, 0.0) / (0.7 * radius)) - 0.20 * exp(-max(gap_wall, 0.0) / (0.9 * radius));

    if (is_floor) {
        vec2 at = (p.xy - mask_centre) / mask_half;
        float inside = 1.0 - smoothstep(0.92, 1.0, max(abs(at.x), abs(at.y)));
        vec2 shade = texture(mask, at * 0.5 + 0.5).rg * inside;
        color *= (1.0 - shadow_strength.x * shade.r) * (1.0 - shadow_strength.y * shade.g);
    }
    vec2 edge = v_screen - 0.5;
    color *= 1.0 - 0.28 * dot(edge, edge);
    // Noise under one step of brightness keeps smooth gradients from showing bands.
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    vec3 encoded = to_srgb(color) + noise / 255.0;
    result = vec4(encoded * (1.0 - front.a) + front.rgb, 1.0);
}
"""
)
