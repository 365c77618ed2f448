import {
  dot,
  type GlobeWindow,
  globeRadius,
  globeRadiusForWidth,
  type Position,
  pointOnGlobe,
  positionOf,
  type Vector,
  vectorOf,
  zoomOfRadius,
} from './globe.ts';

/** Pixels from the camera's centre to the edges of the free area. */
export interface FreeArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface FitRequest {
  points: readonly Position[];
  room: FreeArea;
  /** Height of the whole window, pixels. */
  height: number;
  isGlobe: boolean;
  maxZoom: number;
}

export interface Camera {
  center: Position;
  zoom: number;
}

/** Largest latitude of MapLibre, degrees. */
const farthest = 85;
const tileSize = 512;
/** Smallest width and height of the free area, pixels. */
const leastRoom = 40;

const limited = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** The free area with a minimum size, however much is covered. */
function usable({ left, right, top, bottom }: FreeArea): FreeArea {
  const [x, y] = [(right - left) / 2, (bottom - top) / 2];
  const [halfWidth, halfHeight] = [Math.max(leastRoom, left + right) / 2, Math.max(leastRoom, top + bottom) / 2];
  return { left: halfWidth - x, right: halfWidth + x, top: halfHeight - y, bottom: halfHeight + y };
}

/**
 * Camera with the highest zoom level that shows all points, also across the antimeridian, at a pole and around the world; null without points. On the
 * globe, it shows as many points as one side holds. MapLibre's `cameraForBounds` would zoom in further the wider the bounds are.
 */
export function cameraFor({ points, room, height, isGlobe, maxZoom }: FitRequest): Camera | null {
  if (points.length === 0) return null;
  const space = usable(room);
  return isGlobe ? globeCamera(points, space, height, maxZoom) : flatCamera(points, space, maxZoom);
}

const mercatorY = (latitude: number): number =>
  Math.log(Math.tan(Math.PI / 4 + (limited(latitude, -farthest, farthest) * Math.PI) / 360)) / (2 * Math.PI);
const latitudeAt = (y: number): number => (Math.atan(Math.exp(y * 2 * Math.PI)) * 360) / Math.PI - 90;

/** Longitudes continued beyond 180 where that is shorter. */
function unwrapped(points: readonly Position[]): number[] {
  const sorted = points.map(([lng]) => wrapped(lng)).sort((a, b) => a - b);
  const gaps = sorted.map((lng, index) => (sorted[index + 1] ?? (sorted[0] ?? 0) + 360) - lng);
  const widest = gaps.indexOf(Math.max(...gaps));
  const west = sorted[(widest + 1) % sorted.length] ?? 0;
  return points.map(([lng]) => west + ((((wrapped(lng) - west) % 360) + 360) % 360));
}

function flatCamera(points: readonly Position[], { left, right, top, bottom }: FreeArea, maxZoom: number): Camera {
  const xs = unwrapped(points).map((lng) => lng / 360);
  const ys = points.map(([, lat]) => mercatorY(lat));
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((left + right) / (east - west || 1e-9), (top + bottom) / (north - south || 1e-9)) / tileSize;
  const zoom = limited(Math.log2(scale), 0, maxZoom);
  const worldPixels = tileSize * 2 ** zoom;
  return {
    center: [
      wrapped(((west + east) / 2 - (right - left) / 2 / worldPixels) * 360),
      limited(latitudeAt((south + north) / 2 + (bottom - top) / 2 / worldPixels), -farthest, farthest),
    ],
    zoom,
  };
}

/** Centre of the smallest spherical cap that contains all points, approximated by decreasing steps towards the farthest point. */
function middleOf(points: readonly Position[]): Position {
  const vectors = points.map(vectorOf);
  let [x, y, z] = vectors.reduce<Vector>(([a, b, c], v) => [a + v[0], b + v[1], c + v[2]], [0, 0, 0]);
  // Points spread evenly around the globe have no centre, so the first point is used.
  if (Math.hypot(x, y, z) < 1e-6) [x, y, z] = vectors[0] ?? [1, 0, 0];
  for (let step = 1; step <= 200; step++) {
    const length = Math.hypot(x, y, z);
    const middle = [x / length, y / length, z / length] as const;
    const far = vectors.reduce((worst, one) => (dot(one, middle) < dot(worst, middle) ? one : worst));
    const share = 1 / (step + 1);
    [x, y, z] = [middle[0] + (far[0] - middle[0]) * share, middle[1] + (far[1] - middle[1]) * share, middle[2] + (far[2] - middle[2]) * share];
    if (Math.hypot(x, y, z) < 1e-6) return positionOf(middle);
  }
  return positionOf([x, y, z]);
}

const onMap = ([lng, lat]: Position): Position => [wrapped(lng), limited(lat, -farthest, farthest)];

function globeCamera(points: readonly Position[], room: FreeArea, height: number, maxZoom: number): Camera {
  const across = 2 * Math.min(room.left, room.right, room.top, room.bottom);
  const wholeAt = (center: Position): number => Math.min(maxZoom, zoomOfRadius(globeRadiusForWidth(Math.max(leastRoom, across), height), center[1]));
  const middle = onMap(middleOf(points));
  let [low, high] = [wholeAt(middle), maxZoom];
  let best = balanced(points, { center: middle, zoom: low, height }, room);
  if (!best) return mostOf(points, middle, wholeAt, height);
  for (let step = 0; step < 24 && high - low > 0.005; step++) {
    const zoom = (low + high) / 2;
    const next = balanced(points, { center: best, zoom, height }, room);
    if (next) [low, best] = [zoom, next];
    else high = zoom;
  }
  return { center: best, zoom: low };
}

/** Centre at which points lie in the middle of the free area; null when they do not fit. */
function balanced(points: readonly Position[], view: GlobeWindow, room: FreeArea): Position | null {
  let { center } = view;
  for (let step = 0; step < 12; step++) {
    const seen = points.map((at) => pointOnGlobe({ ...view, center }, at));
    const [xs, ys] = [seen.map((point) => point?.x ?? Number.NaN), seen.map((point) => point?.y ?? Number.NaN)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    if (Number.isNaN(left)) return null;
    const [dx, dy] = [(left + right - room.right + room.left) / 2, (top + bottom - room.bottom + room.top) / 2];
    const isMiddle = Math.abs(dx) < 1 && Math.abs(dy) < 1;
    // A tolerance of one pixel is invisible.
    const fits = left >= -room.left - 1 && right <= room.right + 1 && top >= -room.top - 1 && bottom <= room.bottom + 1;
    if (fits && isMiddle) return center;
    if (right - left > room.left + room.right + 1 || bottom - top > room.top + room.bottom + 1) return null;
    if (step === 11) return fits ? center : null;
    const perDegree = (globeRadius(view.zoom, center[1]) * Math.PI) / 180;
    const turn = limited(dx / (perDegree * Math.max(0.1, Math.cos((center[1] * Math.PI) / 180))), -30, 30);
    center = onMap([center[0] + turn, center[1] - limited(dy / perDegree, -30, 30)]);
  }
  return null;
}

/** Camera on the whole globe, from the side that shows most of the points. */
function mostOf(points: readonly Position[], middle: Position, wholeAt: (center: Position) => number, height: number): Camera {
  const seenFrom = (center: Position): number => points.filter((at) => pointOnGlobe({ center, zoom: wholeAt(center), height }, at) !== null).length;
  // A sample of the points suffices.
  const every = Math.ceil(points.length / 60);
  const sides = [middle, ...points.filter((_, index) => index % every === 0).map(([lng, lat]) => onMap([lng, limited(lat, -50, 50)]))];
  const counts = sides.map(seenFrom);
  const center = sides[counts.indexOf(Math.max(...counts))] ?? middle;
  return { center, zoom: wholeAt(center) };
}
