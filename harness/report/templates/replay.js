// The interactive replay. Needs AssetQaThree, which stands before it in the same file.
window.AssetQaReplay = (function () {
  "use strict";
  var T = window.AssetQaThree || AssetQaThree;

  function bytes(text) {
    var raw = window.atob(text);
    var out = new Uint8Array(raw.length);
    for (var i = 0; i < raw.length; i += 1) { out[i] = raw.charCodeAt(i); }
    return out.buffer;
  }

  function meshGeometry(part) {
    var steps = new Uint16Array(bytes(part.positions));
    var points = new Float32Array(steps.length);
    for (var i = 0; i < steps.length; i += 1) { points[i] = part.low[i % 3] + part.span[i % 3] * steps[i] / 65535; }
    var made = new T.BufferGeometry();
    made.setAttribute("position", new T.BufferAttribute(points, 3));
    made.setIndex(new T.BufferAttribute(new Uint32Array(bytes(part.indices)), 1));
    if (part.normals) {
      made.setAttribute("normal", new T.BufferAttribute(new Int8Array(bytes(part.normals)), 3, true));
    } else {
      made.computeVertexNormals();
    }
    if (part.colors) {
      var codes = new Uint8Array(bytes(part.colors));
      var colors = new Float32Array(codes.length);
      var color = new T.Color();
      for (var c = 0; c < codes.length; c += 3) {
        color.setRGB(codes[c] / 255, codes[c + 1] / 255, codes[c + 2] / 255, T.SRGBColorSpace);
        colors[c] = color.r; colors[c + 1] = color.g; colors[c + 2] = color.b;
      }
      made.setAttribute("color", new T.BufferAttribute(colors, 3));
    }
    return made;
  }

  function visualMesh(part) {
    var look = { side: T.DoubleSide, vertexColors: Boolean(part.colors) };
    if (part.color) { look.color = new T.Color().setRGB(part.color[0] / 255, part.color[1] / 255, part.color[2] / 255, T.SRGBColorSpace); }
    if (part.opacity < 1) { look.transparent = true; look.opacity = part.opacity; }
    return new T.Mesh(meshGeometry(part), new T.MeshLambertMaterial(look));
  }

  function colliderMesh(part) {
    var shape = meshGeometry(part);
    var made = new T.Group();
    var fill = new T.MeshBasicMaterial({ color: 0xff8c2e, transparent: true, opacity: 0.16, depthWrite: false, side: T.DoubleSide });
    made.add(new T.Mesh(shape, fill));
    made.add(new T.LineSegments(new T.EdgesGeometry(shape, 12), new T.LineBasicMaterial({ color: 0xff9d4d })));
    return made;
  }

  function boxLines() {
    var edges = [0, 1, 1, 3, 3, 2, 2, 0, 4, 5, 5, 7, 7, 6, 6, 4, 0, 4, 1, 5, 2, 6, 3, 7];
    var points = [];
    edges.forEach(function (corner) { points.push(corner & 1, (corner >> 1) & 1, corner >> 2); });
    var shape = new T.BufferGeometry();
    shape.setAttribute("position", new T.Float32BufferAttribute(points, 3));
    return new T.LineSegments(shape, new T.LineBasicMaterial({ color: 0x58d0ff }));
  }

  // Software renderers lose lines that run behind the camera, so each cell has lines of its own.
  function gridLines(cells, cell) {
    var half = cells / 2;
    var points = [];
    var colors = [];
    var plain = new T.Color(0x3f5063);
    var strong = new T.Color(0x66798e);
    for (var i = -half; i <= half; i += 1) {
      var color = i % 10 === 0 ? strong : plain;
      for (var k = -half; k < half; k += 1) {
        points.push(i * cell, k * cell, 0, i * cell, (k + 1) * cell, 0, k * cell, i * cell, 0, (k + 1) * cell, i * cell, 0);
        for (var n = 0; n < 4; n += 1) { colors.push(color.r, color.g, color.b); }
      }
    }
    var shape = new T.BufferGeometry();
    shape.setAttribute("position", new T.Float32BufferAttribute(points, 3));
    shape.setAttribute("color", new T.Float32BufferAttribute(colors, 3));
    return new T.LineSegments(shape, new T.LineBasicMaterial({ vertexColors: true }));
  }

  function element(tag, name, text) {
    var made = document.createElement(tag);
    if (name) { made.className = name; }
    if (text) { made.textContent = text; }
    return made;
  }

  function Motion(data) {
    var count = data.body_paths.length;
    var poses = new Float32Array(bytes(data.poses));
    var bounds = data.bounds ? new Float32Array(bytes(data.bounds)) : null;
    var times = data.time_s;
    var first = new T.Quaternion();
    var second = new T.Quaternion();

    // Frame and share of the way to the next one.
    function locate(time) {
      var low = 0;
      var high = times.length - 1;
      if (time >= times[high]) { return [high, 0]; }
      while (high - low > 1) {
        var middle = (low + high) >> 1;
        if (times[middle] <= time) { low = middle; } else { high = middle; }
      }
      return [low, Math.min(Math.max((time - times[low]) / (times[high] - times[low]), 0), 1)];
    }
    this.end = times[times.length - 1];
    this.locate = locate;
    this.pose = function (body, at, group) {
      var next = Math.min(at[0] + 1, times.length - 1);
      var a = (at[0] * count + body) * 7;
      var b = (next * count + body) * 7;
      group.position.set(
        poses[a] + (poses[b] - poses[a]) * at[1],
        poses[a + 1] + (poses[b + 1] - poses[a + 1]) * at[1],
        poses[a + 2] + (poses[b + 2] - poses[a + 2]) * at[1]
      );
      first.set(poses[a + 3], poses[a + 4], poses[a + 5], poses[a + 6]);
      second.set(poses[b + 3], poses[b + 4], poses[b + 5], poses[b + 6]);
      group.quaternion.copy(first.slerp(second, at[1]));
    };
    this.box = function (at) {
      if (!bounds) { return null; }
      var next = Math.min(at[0] + 1, times.length - 1);
      var out = [];
      for (var i = 0; i < 6; i += 1) {
        out.push(bounds[at[0] * 6 + i] + (bounds[next * 6 + i] - bounds[at[0] * 6 + i]) * at[1]);
      }
      return out;
    };
  }

  function mount(panel, data, onTime) {
    var motion = new Motion(data);
    var box = panel.appendChild(element("div", "replay-box"));
    var renderer = new T.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    renderer.setClearColor(0x141b23);
    box.appendChild(renderer.domElement);
    renderer.domElement.tabIndex = 0;
    renderer.domElement.setAttribute("role", "img");
    renderer.domElement.setAttribute("aria-label", "3D replay of " + (panel.dataset.name || "the asset")
      + ". Drag to turn, scroll to zoom, arrow keys to turn, plus and minus to zoom.");
    var label = box.appendChild(element("span", "replay-time"));
    label.setAttribute("aria-hidden", "true");

    var scene = new T.Scene();
    scene.add(new T.HemisphereLight(0xffffff, 0x4a5663, 2.1));
    var sun = new T.DirectionalLight(0xffffff, 1.7);
    sun.position.set(1, -1.6, 2.4);
    scene.add(sun);

    // Bodies

    var groups = data.body_paths.map(function () { var group = new T.Group(); scene.add(group); return group; });
    var fixed = new T.Group();
    scene.add(fixed);
    var layers = { visual: [], collider: [], center: [], bounds: [], contact: [] };
    data.parts.forEach(function (part) {
      var made = part.kind === "visual" ? visualMesh(part) : colliderMesh(part);
      (part.body >= 0 ? groups[part.body] : fixed).add(made);
      layers[part.kind].push(made);
    });

    // Sizes

    var start = motion.box([0, 0]);
    var reach = new T.Box3();
    groups.forEach(function (group, body) { motion.pose(body, [0, 0], group); });
    scene.updateMatrixWorld(true);
    if (start) {
      reach.set(new T.Vector3(start[0], start[1], start[2]), new T.Vector3(start[3], start[4], start[5]));
    } else {
      groups.forEach(function (group) { reach.expandByObject(group); });
    }
    if (reach.isEmpty()) { reach.set(new T.Vector3(-0.5, -0.5, 0), new T.Vector3(0.5, 0.5, 1)); }
    var radius = Math.max(reach.getSize(new T.Vector3()).length() / 2, 1e-3);
    var middle = reach.getCenter(new T.Vector3());
    var top = Math.max(reach.max.z, radius);

    var cell = Math.pow(10, Math.round(Math.log10(radius * 0.5)));
    var cells = Math.min(80, 2 * Math.ceil((top + 8 * radius) / cell));
    var grid = gridLines(cells, cell);
    grid.position.set(Math.round(middle.x / cell) * cell, Math.round(middle.y / cell) * cell, 0);
    scene.add(grid);
    var floor = new T.Mesh(new T.PlaneGeometry(cells * cell * 4, cells * cell * 4), new T.MeshBasicMaterial({
      color: 0x1d2731, transparent: true, opacity: 0.82, side: T.DoubleSide, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 8,
    }));
    floor.position.set(grid.position.x, grid.position.y, -1e-4 * radius);
    scene.add(floor);

    data.centers.forEach(function (center, body) {
      if (!center) { return; }
      var dot = new T.Mesh(new T.SphereGeometry(radius * 0.035, 16, 12), new T.MeshBasicMaterial({ color: 0xff4fd8, depthTest: false, transparent: true }));
      dot.position.set(center[0], center[1], center[2]);
      dot.renderOrder = 3;
      groups[body].add(dot);
      layers.center.push(dot);
    });
    var lines = boxLines();
    scene.add(lines);
    layers.bounds.push(lines);
    var contacts = new Float32Array(bytes(data.contacts.points));
    var touching = new T.Points(new T.BufferGeometry(), new T.PointsMaterial({ color: 0xffe14d, size: 7, sizeAttenuation: false, depthTest: false, transparent: true }));
    touching.geometry.setAttribute("position", new T.BufferAttribute(contacts.length ? contacts : new Float32Array(3), 3));
    touching.geometry.setDrawRange(0, 0);
    touching.frustumCulled = false;
    touching.renderOrder = 4;
    scene.add(touching);
    layers.contact.push(touching);

    // Camera

    var camera = new T.PerspectiveCamera(38, 4 / 3, radius / 50, radius * 400);
    camera.up.set(0, 0, 1);
    var controls = new T.OrbitControls(camera, renderer.domElement);
    controls.enableDamping = false;
    controls.maxDistance = radius * 100;
    var target = new T.Vector3();
    function follow() {
      var now = motion.box(motion.locate(time));
      if (now) { target.set((now[0] + now[3]) / 2, (now[1] + now[4]) / 2, (now[2] + now[5]) / 2); } else { target.copy(middle); }
      var moved = target.clone().sub(controls.target);
      controls.target.add(moved);
      camera.position.add(moved);
    }
    function home() {
      controls.target.copy(target);
      camera.position.copy(target).add(new T.Vector3(0.9, -1.25, 0.62).normalize().multiplyScalar(radius * 4.4));
      controls.update();
    }

    // Time

    var time = 0;
    var playing = false;
    var last = 0;
    var rate = 1;
    var isDrawing = false;

    function place() {
      var at = motion.locate(time);
      groups.forEach(function (group, body) { motion.pose(body, at, group); });
      var now = motion.box(at);
      lines.visible = Boolean(now) && boxes.bounds.checked;
      if (now) {
        lines.position.set(now[0], now[1], now[2]);
        lines.scale.set(Math.max(now[3] - now[0], 1e-6), Math.max(now[4] - now[1], 1e-6), Math.max(now[5] - now[2], 1e-6));
      }
      var starts = data.contacts.starts;
      var near = at[1] > 0.5 ? Math.min(at[0] + 1, starts.length - 2) : at[0];
      touching.geometry.setDrawRange(starts[near], starts[near + 1] - starts[near]);
      follow();
      label.textContent = time.toFixed(3) + " s";
      slider.value = String(time);
      slider.setAttribute("aria-valuetext", time.toFixed(2) + " seconds");
    }
    function draw() {
      if (isDrawing) { return; }
      isDrawing = true;
      window.requestAnimationFrame(function () {
        isDrawing = false;
        renderer.render(scene, camera);
        panel.dataset.drawn = time.toFixed(3);
      });
    }
    function seek(next) {
      time = Math.min(Math.max(next, 0), motion.end);
      place();
      draw();
    }
    function pause() {
      playing = false;
      button.textContent = "Play";
    }
    function step(stamp) {
      if (!playing) { return; }
      seek(time + rate * Math.min((stamp - last) / 1000, 0.1));
      last = stamp;
      onTime(time);
      if (time >= motion.end) { pause(); return; }
      window.requestAnimationFrame(step);
    }
    function play() {
      if (time >= motion.end) { seek(0); }
      playing = true;
      button.textContent = "Pause";
      window.requestAnimationFrame(function (stamp) { last = stamp; step(stamp); });
    }

    // Controls

    var bar = panel.appendChild(element("div", "replay-bar"));
    var button = bar.appendChild(element("button", "plain", "Play"));
    button.type = "button";
    button.addEventListener("click", function () { if (playing) { pause(); } else { play(); } });
    var slider = bar.appendChild(element("input"));
    slider.type = "range";
    slider.min = "0";
    slider.max = String(motion.end);
    slider.step = "any";
    slider.setAttribute("aria-label", "Simulated time");
    slider.addEventListener("input", function () { pause(); seek(Number(slider.value)); onTime(time); });
    slider.addEventListener("keydown", function (event) {
      var steps = { ArrowLeft: -1 / 60, ArrowRight: 1 / 60, ArrowDown: -0.25, ArrowUp: 0.25 };
      if (!steps[event.key]) { return; }
      event.preventDefault();
      pause();
      seek(time + steps[event.key]);
      onTime(time);
    });
    var speed = bar.appendChild(element("button", "plain", "1\u00d7"));
    speed.type = "button";
    speed.setAttribute("aria-label", "Speed of the replay");
    speed.addEventListener("click", function () {
      rate = rate === 1 ? 0.25 : rate === 0.25 ? 0.1 : 1;
      speed.textContent = rate + "\u00d7";
    });
    var back = bar.appendChild(element("button", "plain", "Reset view"));
    back.type = "button";
    back.addEventListener("click", function () { home(); draw(); });

    var toggles = panel.appendChild(element("div", "replay-toggles"));
    var boxes = {};
    function toggle(key, text, isOn, isThere) {
      var line = toggles.appendChild(element("label"));
      var input = line.appendChild(element("input"));
      input.type = "checkbox";
      input.checked = isOn && isThere;
      input.disabled = !isThere;
      input.dataset.layer = key;
      line.appendChild(document.createTextNode(text));
      boxes[key] = input;
      function apply() { layers[key].forEach(function (made) { made.visible = input.checked; }); }
      input.addEventListener("change", function () { apply(); place(); draw(); });
      apply();
    }
    toggle("visual", "Visuals", true, layers.visual.length > 0);
    toggle("collider", "Colliders", layers.visual.length === 0, layers.collider.length > 0);
    toggle("center", "Centre of mass", false, layers.center.length > 0);
    toggle("bounds", "Bounds", false, Boolean(data.bounds));
    toggle("contact", "Points at the floor", true, contacts.length > 0);
    (data.notes || []).forEach(function (note) { panel.appendChild(element("p", "muted small", "Replay: " + note + ".")); });

    function resize() {
      var width = box.clientWidth;
      if (!width) { return; }
      renderer.setSize(width, Math.round(width * 3 / 4), false);
      draw();
    }
    controls.addEventListener("change", draw);
    renderer.domElement.addEventListener("keydown", function (event) {
      var turns = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
      var zooms = { "+": 0.87, "=": 0.87, "-": 1.15 };
      var arm = camera.position.clone().sub(controls.target);
      if (turns[event.key]) {
        arm.applyAxisAngle(new T.Vector3(0, 0, 1), turns[event.key][0] * 0.13);
        if (turns[event.key][1]) {
          var flat = Math.hypot(arm.x, arm.y);
          var tilt = Math.min(Math.max(Math.atan2(arm.z, flat) + turns[event.key][1] * 0.1, -1.5), 1.5);
          var size = arm.length();
          arm.set(arm.x / flat * Math.cos(tilt) * size, arm.y / flat * Math.cos(tilt) * size, Math.sin(tilt) * size);
        }
      } else if (zooms[event.key]) {
        arm.multiplyScalar(zooms[event.key]);
      } else if (event.key === " ") {
        button.click();
        event.preventDefault();
        return;
      } else {
        return;
      }
      event.preventDefault();
      camera.position.copy(controls.target).add(arm);
      controls.update();
      draw();
    });
    window.addEventListener("resize", resize);
    place();
    home();
    resize();
    return {
      seek: seek,
      pause: pause,
      play: play,
      resize: resize,
      time: function () { return time; },
      isPlaying: function () { return playing; },
    };
  }

  return { mount: mount };
}());
