import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawScene } from './drawing/draw-scene.ts';
import { scenesToOffer } from './offer.ts';
import type { PicturedPlace } from './place-scenes.ts';
import { type Scene, sceneKey } from './scene.ts';
import { isLandscapeOrTown } from './words.ts';

const church: PicturedPlace = {
  categories: ['religious'],
  maki: null,
  names: ['Sé de Lisboa', 'Lisbon Cathedral'],
  countryCode: 'PT',
  latitude: 38.7,
};
const lisbon = { latitude: 38.7, longitude: -9.1 };

/** A scene in 24 by 16 pixels. */
const stampOf = (scene: Scene): Promise<Buffer> =>
  sharp(Buffer.from(drawScene(scene, 120)))
    .resize(24, 16, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
/** Mean difference per colour channel, 0 to 255. Two variants of one scene at the same time of day may differ by 4. */
const differenceOf = (one: Buffer, other: Buffer): number => one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
const leastDifference = 12;

describe('scenesToOffer', () => {
  test.each(['church', 'harbour', 'mountain lake', 'old town', 'bazaar of Istanbul', 'Lisbon Portugal', '東京', 'a b c'])(
    'for %j returns 30 scenes of different kind or time of day',
    (words) => {
      for (const near of [undefined, { latitude: 5, longitude: 100 }, { latitude: 66, longitude: 20 }]) {
        const offered = scenesToOffer({ words, near }, 30);
        expect(offered).toHaveLength(30);
        expect(new Set(offered.map(({ kind, time }) => `${kind} ${time}`)).size).toBe(30);
        expect(new Set(offered.map(sceneKey)).size).toBe(30);
      }
    },
  );

  test.each(['church', 'mountain lake', 'museum theatre library', 'old town'])(
    'for %j returns consecutive scenes with different times of day',
    (words) => {
      const times = scenesToOffer({ words, near: lisbon }, 30).map(({ time }) => time);
      expect(times.filter((time, index) => time === times[index - 1])).toEqual([]);
    },
  );

  // Interiors, in which the landscape outside is hardly visible.
  test.each(['library', 'restaurant', 'museum', 'theatre', 'hotel'])(
    'for %j returns consecutive scenes that differ at 24 x 16 pixels',
    async (words) => {
      const stamps = await Promise.all(scenesToOffer({ words }, 5).map(stampOf));
      for (const [index, stamp] of stamps.entries())
        expect(index === 0 || differenceOf(stamp, stamps[index - 1] ?? stamp) > leastDifference).toBe(true);
    },
  );

  test('returns the same scenes for the same words', () => {
    expect(scenesToOffer({ words: ' Old Town' }, 12)).toEqual(scenesToOffer({ words: 'old town' }, 12));
  });
});

describe('scenesToOffer for a place', () => {
  test('of a known kind returns scenes of that kind, then only landscapes and towns', () => {
    const offered = scenesToOffer({ words: 'Sé de Lisboa, market street Portugal', near: lisbon, place: church }, 30);
    expect(offered.slice(0, 4).filter(({ kind }) => kind === 'church')).not.toEqual([]);
    expect(offered[0]?.kind).toBe('church');
    expect(offered.filter(({ kind }) => kind !== 'church' && !isLandscapeOrTown(kind))).toEqual([]);
  });

  test('of a kind without a scene returns only landscapes and towns', () => {
    const synagogue = { ...church, names: ['Sinagoga Shaaré Tikvá'] };
    const offered = scenesToOffer({ words: 'Sinagoga Shaaré Tikvá church', near: lisbon, place: synagogue }, 30);
    expect(offered.filter(({ kind }) => !isLandscapeOrTown(kind))).toEqual([]);
  });

  test('of an unknown kind returns scenes for the words', () => {
    const unknown = { ...church, categories: [] };
    expect(scenesToOffer({ words: 'Cathedral', near: lisbon, place: unknown }, 4)[0]?.kind).toBe('church');
  });
});
