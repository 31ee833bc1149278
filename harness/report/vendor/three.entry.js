export {
  AmbientLight, AxesHelper, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry,
  Float32BufferAttribute, GridHelper, Group, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial,
  MeshBasicMaterial, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry, Points, PointsMaterial, Quaternion, Scene,
  SphereGeometry, SRGBColorSpace, Vector3, WebGLRenderer,
} from 'three';
export { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
