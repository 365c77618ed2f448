import { createHash } from 'node:crypto';

/** What a scene can show. */
export const sceneKinds = [
  'coast',
  'mountains',
  'city',
  'temple',
  'desert',
  'forest',
  'lake',
  'village',
  'tropical',
  'canyon',
  'snow',
  'bridge',
  'vineyard',
  'island',
  'market',
  'harbour',
  'garden',
  'palace',
  'domes',
  'church',
  'shrine',
  'station',
  'airport',
  'cafe',
  'restaurant',
  'hotel',
  'museum',
  'library',
  'theatre',
  'stadium',
  'castle',
  'ruin',
  'tower',
  'lookout',
  'square',
  'park',
  'beach',
] as const;
export type SceneKind = (typeof sceneKinds)[number];

export const sceneTimes = ['dawn', 'day', 'sunset', 'night'] as const;
export type SceneTime = (typeof sceneTimes)[number];

/** Full size of each shape, pixels. */
export const sceneShapes = {
  landscape: { width: 1_200, height: 800 },
  portrait: { width: 960, height: 1_280 },
} as const;
export type SceneShape = keyof typeof sceneShapes;

/** Width of the picture in lists and in strips of small pictures, pixels. */
export const previewWidth = 640;
export const thumbnailWidth = 240;

/** One scene. There are 256 of each kind, time and shape, so what can ever be asked for is bounded. */
export interface Scene {
  kind: SceneKind;
  time: SceneTime;
  shape: SceneShape;
  /** 0 to 255. */
  variant: number;
}

export const sceneVariants = 256;

/** Widths that a scene is served in, pixels; the last one is its full size. */
export const widthsOf = (shape: SceneShape): readonly number[] => [thumbnailWidth, previewWidth, sceneShapes[shape].width];

/** Name of a scene in its address, for example `coast-dawn-landscape-3f`. */
export const sceneKey = ({ kind, time, shape, variant }: Scene): string => `${kind}-${time}-${shape}-${variant.toString(16).padStart(2, '0')}`;

const grammar = new RegExp(`^(${sceneKinds.join('|')})-(${sceneTimes.join('|')})-(${Object.keys(sceneShapes).join('|')})-([0-9a-f]{2})$`);

/** The scene of a key, null for a text that is no key. */
export function parseSceneKey(key: string): Scene | null {
  const [, kind, time, shape, variant] = grammar.exec(key) ?? [];
  if (!kind || !time || !shape || !variant) return null;
  // The grammar lets through nothing but the words of these types.
  return { kind: kind as SceneKind, time: time as SceneTime, shape: shape as SceneShape, variant: Number.parseInt(variant, 16) };
}

/** Path of a scene on this site, in one of its widths. */
export const scenePath = (scene: Scene, width: number = sceneShapes[scene.shape].width): string => `/photos/${sceneKey(scene)}-${width}.webp`;

/** A scene and a width from the last part of its path, null when there is no such picture. */
export function parseSceneFile(file: string): { scene: Scene; width: number } | null {
  const [, key = '', digits = ''] = /^([a-z]+-[a-z]+-[a-z]+-[0-9a-f]{2})-([1-9]\d{2,3})\.webp$/.exec(file) ?? [];
  const scene = parseSceneKey(key);
  const width = Number(digits);
  return scene && widthsOf(scene.shape).includes(width) ? { scene, width } : null;
}

/** Clear days are what people remember, nights are rare. */
const timesByWeight: readonly SceneTime[] = ['day', 'day', 'day', 'dawn', 'dawn', 'sunset', 'sunset', 'night'];

/** The scene of a kind that belongs to these words: the same words are the same scene. */
export function sceneFor(kind: SceneKind, words: string, shape: SceneShape = 'landscape'): Scene {
  const [time = 0, variant = 0] = createHash('sha256').update(words).digest();
  return { kind, time: timesByWeight[time % timesByWeight.length] ?? 'day', shape, variant };
}
