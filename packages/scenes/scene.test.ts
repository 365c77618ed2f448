import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseSceneFile,
  parseSceneKey,
  pictureWidthsOf,
  type Scene,
  type SceneShape,
  sceneFor,
  sceneKey,
  sceneKinds,
  scenePath,
  sceneShapes,
  sceneTimes,
  sceneVariantCount,
} from './scene.ts';

const shapes = Object.keys(sceneShapes) as SceneShape[]; // as: `Object.keys` types all keys as strings
const scene: fc.Arbitrary<Scene> = fc.record({
  kind: fc.constantFrom(...sceneKinds),
  time: fc.constantFrom(...sceneTimes),
  shape: fc.constantFrom(...shapes),
  variant: fc.integer({ min: 0, max: sceneVariantCount - 1 }),
});

describe('scene key', () => {
  test('is parsed by parseSceneKey to the same scene', () => {
    fc.assert(
      fc.property(scene, (one) => {
        expect(parseSceneKey(sceneKey(one))).toEqual(one);
      }),
    );
  });

  test('with a width of its shape is parsed by parseSceneFile to the same scene and width', () => {
    const withWidth = scene.chain((one) => fc.constantFrom(...pictureWidthsOf(one.shape)).map((width) => ({ scene: one, width })));
    fc.assert(
      fc.property(withWidth, ({ scene: one, width }) => {
        expect(parseSceneFile(scenePath(one, width).replace('/photos/', ''))).toEqual({ scene: one, width });
      }),
    );
  });

  test('changed in one character is invalid, or the canonical key of another scene', () => {
    const changed = fc.tuple(scene, fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(changed, ([one, at, character]) => {
        const key = sceneKey(one);
        const index = at % key.length;
        const other = key.slice(0, index) + character + key.slice(index + 1);
        const parsed = parseSceneKey(other);
        expect(parsed === null || sceneKey(parsed) === other).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    '',
    'coast-day-landscape-3f',
    'coast-day-landscape-3f-641.webp',
    'coast-day-landscape-3f-960.webp',
    'coast-day-portrait-3f-1200.webp',
    'coast-day-landscape-3F-640.webp',
    'coast-day-landscape-03f-640.webp',
    'coast-noon-landscape-3f-640.webp',
    'circus-day-landscape-3f-640.webp',
    'coast-day-landscape-3f-640.webp.part',
    'coast-day-landscape-3f-0640.webp',
    '../coast-day-landscape-3f-640.webp',
    'coast-day-landscape-3f-640.png',
  ])('is not parsed by parseSceneFile from the invalid file name %j', (file) => {
    expect(parseSceneFile(file)).toBeNull();
  });
});

test('sceneFor returns the same scene for equal texts, and over 80 scenes for 100 texts', () => {
  expect(sceneFor('coast', 'Lisbon')).toEqual(sceneFor('coast', 'Lisbon'));
  const keys = Array.from({ length: 100 }, (_, number) => sceneKey(sceneFor('coast', `word ${number}`)));
  expect(new Set(keys).size).toBeGreaterThan(80);
});
