import { createHash } from 'node:crypto';

/** Description of the subject, by scene kind. */
const subjects = {
  coast: 'A lighthouse on a rocky coast',
  mountains: 'Snow-capped mountains above a meadow',
  city: 'A skyline across the water',
  temple: 'A pagoda among trees',
  desert: 'A caravan among dunes',
  forest: 'A clearing in a forest of firs',
  lake: 'A mountain lake',
  village: 'A village on a hillside by the sea',
  tropical: 'A beach under palms',
  canyon: 'A river through a canyon',
  snow: 'A cabin in the snow',
  bridge: 'A bridge over a wide river',
  vineyard: 'A farm among vineyards',
  island: 'Limestone islands and a junk',
  market: 'Market stalls under lanterns',
  harbour: 'Boats in front of gabled houses',
  garden: 'A pavilion by a lily pond',
  palace: 'A palace behind a fountain',
  domes: 'Domes and minarets by the water',
  church: 'A church among trees',
  shrine: 'Red gates on the way to a shrine',
  station: 'A train under the roof of a station',
  airport: 'An aircraft on an airfield',
  cafe: 'Tables in front of a café',
  restaurant: 'A laid table at a window',
  hotel: 'A room with a bed and a view',
  museum: 'Paintings in the hall of a museum',
  library: 'Shelves full of books',
  theatre: 'A stage between its curtains',
  stadium: 'A full stadium',
  castle: 'A castle on a hill',
  ruin: 'Old columns in the grass',
  tower: 'A tower with a platform above a city',
  lookout: 'A telescope above the land',
  square: 'A fountain on a square',
  park: 'A bench under the trees of a park',
  beach: 'Parasols on a beach',
} as const;
export type SceneKind = keyof typeof subjects;
export const sceneKinds = Object.keys(subjects) as SceneKind[]; // as: `Object.keys` types all keys as strings

const hours = { dawn: 'at dawn', day: 'on a clear day', sunset: 'at sunset', night: 'at night' } as const;
export type SceneTime = keyof typeof hours;
export const sceneTimes = Object.keys(hours) as SceneTime[]; // as: `Object.keys` types all keys as strings

/** Full size of each shape, pixels. */
export const sceneShapes = {
  landscape: { width: 1_200, height: 800 },
  portrait: { width: 960, height: 1_280 },
} as const;
export type SceneShape = keyof typeof sceneShapes;

/** Widths of a picture in lists, and in strips of thumbnails, pixels. */
export const previewWidth = 640;
export const thumbnailWidth = 240;

/** One scene. Each kind, time and shape has 256 variants, so the number of possible pictures is bounded. */
export interface Scene {
  kind: SceneKind;
  time: SceneTime;
  shape: SceneShape;
  /** 0 to 255. */
  variant: number;
}

export const sceneVariantCount = 256;

/** Widths of the pictures of a shape, pixels; the last width is the full size. */
export const pictureWidthsOf = (shape: SceneShape): readonly number[] => [thumbnailWidth, previewWidth, sceneShapes[shape].width];

/** Name of a scene in its URL, for example `coast-dawn-landscape-3f`. */
export const sceneKey = ({ kind, time, shape, variant }: Scene): string => `${kind}-${time}-${shape}-${variant.toString(16).padStart(2, '0')}`;

const grammar = new RegExp(`^(${sceneKinds.join('|')})-(${sceneTimes.join('|')})-(${Object.keys(sceneShapes).join('|')})-([0-9a-f]{2})$`);

/** Parses the key of a scene; null for an invalid key. */
export function parseSceneKey(key: string): Scene | null {
  const [, kind, time, shape, variant] = grammar.exec(key) ?? [];
  if (!kind || !time || !shape || !variant) return null;
  // as: the regular expression matches only the values of these types
  return { kind: kind as SceneKind, time: time as SceneTime, shape: shape as SceneShape, variant: Number.parseInt(variant, 16) };
}

/** Path of a scene on this site, in one of its widths. */
export const scenePath = (scene: Scene, width: number = sceneShapes[scene.shape].width): string => `/photos/${sceneKey(scene)}-${width}.webp`;

/** Parses the file name of a picture; null when no such picture exists. */
export function parseSceneFile(file: string): { scene: Scene; width: number } | null {
  const [, key = '', digits = ''] = /^([a-z]+-[a-z]+-[a-z]+-[0-9a-f]{2})-([1-9]\d{2,3})\.webp$/.exec(file) ?? [];
  const scene = parseSceneKey(key);
  const width = Number(digits);
  return scene && pictureWidthsOf(scene.shape).includes(width) ? { scene, width } : null;
}

/** The scene in words, for example `A mountain lake at dawn`. */
export const describeScene = ({ kind, time }: Scene): string => `${subjects[kind]} ${hours[time]}`;

/** Times of day, repeated by weight: day is frequent, night is rare. */
const timesByWeight: readonly SceneTime[] = ['day', 'day', 'day', 'dawn', 'dawn', 'sunset', 'sunset', 'night'];

/** The scene of a kind for some words. Deterministic: equal words yield the same scene. */
export function sceneFor(kind: SceneKind, words: string, shape: SceneShape = 'landscape'): Scene {
  const [time = 0, variant = 0] = createHash('sha256').update(words).digest();
  return { kind, time: timesByWeight[time % timesByWeight.length] ?? 'day', shape, variant };
}
