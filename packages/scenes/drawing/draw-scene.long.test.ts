import { describe, expect, test } from 'vitest';
import { type SceneShape, sceneKinds, sceneShapes, sceneTimes } from '../scene.ts';
import { drawScene } from './draw-scene.ts';

const shapes = Object.keys(sceneShapes) as SceneShape[]; // as: `Object.keys` types all keys as strings

describe.each(sceneKinds)('scene %s', (kind) => {
  test.each(sceneTimes)('at %s is a deterministic SVG without invalid numbers or undefined references', (time) => {
    for (const shape of shapes) {
      const scene = { kind, time, shape, variant: 7 };
      const drawn = drawScene(scene, 640);
      expect(drawScene(scene, 640) === drawn).toBe(true);
      expect(/.{0,60}(NaN|undefined|Infinity|null)/.exec(drawn)?.[0]).toBeUndefined();
      expect(drawn.length).toBeLessThan(1_500_000);
      // Every referenced id is defined.
      const ids = new Set(Array.from(drawn.matchAll(/ id="(\w+)"/g), ([, id]) => id));
      expect(Array.from(drawn.matchAll(/url\(#(\w+)\)/g), ([, id]) => id).filter((id) => !ids.has(id))).toEqual([]);
      const { width, height } = sceneShapes[shape];
      expect(drawn.slice(0, 200)).toContain(`width="640" height="${Math.round((640 * height) / width)}" viewBox="0 0 ${width} ${height}"`);
    }
  });

  test('has a different SVG for each of 5 variants', () => {
    const drawings = Array.from({ length: 5 }, (_, variant) => drawScene({ kind, time: 'day', shape: 'landscape', variant }, 640));
    expect(new Set(drawings).size).toBe(5);
  });
});
