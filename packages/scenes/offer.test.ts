import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawScene } from './drawing/draw-scene.ts';
import { scenesToOffer } from './offer.ts';
import type { PicturedPlace } from './place-scenes.ts';
import { type Scene, sceneKey } from './scene.ts';
import { isSurroundings } from './words.ts';

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
/** Mean difference of a channel, of 255; two variants of one scene at the same time of day may be 4 apart. */
const differenceOf = (one: Buffer, other: Buffer): number => one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
const leastDifference = 12;

describe('offered scenes', () => {
  test.each(['church', 'harbour', 'mountain lake', 'old town', 'bazaar of Istanbul', 'Lisbon Portugal', '東京', 'a b c'])(
    'for %j never share both subject and light',
    (words) => {
      for (const near of [undefined, { latitude: 5, longitude: 100 }, { latitude: 66, longitude: 20 }]) {
        const offered = scenesToOffer({ words, near }, 30);
        expect(offered).toHaveLength(30);
        expect(new Set(offered.map(({ kind, time }) => `${kind} ${time}`)).size).toBe(30);
        expect(new Set(offered.map(sceneKey)).size).toBe(30);
      }
    },
  );

  test.each(['church', 'mountain lake', 'museum theatre library', 'old town'])('for %j differ in time of day from the previous one', (words) => {
    const times = scenesToOffer({ words, near: lisbon }, 30).map(({ time }) => time);
    expect(times.filter((time, index) => time === times[index - 1])).toEqual([]);
  });

  // In these kinds the land outside is hardly visible.
  test.each(['library', 'restaurant', 'museum', 'theatre', 'hotel'])(
    'for %j can be told from the one before in the size of a stamp',
    async (words) => {
      const stamps = await Promise.all(scenesToOffer({ words }, 5).map(stampOf));
      for (const [index, stamp] of stamps.entries())
        expect(index === 0 || differenceOf(stamp, stamps[index - 1] ?? stamp) > leastDifference).toBe(true);
    },
  );

  test('are the same for the same words', () => {
    expect(scenesToOffer({ words: ' Old Town' }, 12)).toEqual(scenesToOffer({ words: 'old town' }, 12));
  });
});

describe('offered scenes for a place', () => {
  test('of a known kind are scenes of that kind, then only surroundings', () => {
    const offered = scenesToOffer({ words: 'Sé de Lisboa, market street Portugal', near: lisbon, place: church }, 30);
    expect(offered.slice(0, 4).filter(({ kind }) => kind === 'church')).not.toEqual([]);
    expect(offered[0]?.kind).toBe('church');
    expect(offered.filter(({ kind }) => kind !== 'church' && !isSurroundings(kind))).toEqual([]);
  });

  test('whose kind no scene shows are surroundings only', () => {
    const synagogue = { ...church, names: ['Sinagoga Shaaré Tikvá'] };
    const offered = scenesToOffer({ words: 'Sinagoga Shaaré Tikvá church', near: lisbon, place: synagogue }, 30);
    expect(offered.filter(({ kind }) => !isSurroundings(kind))).toEqual([]);
  });

  test('of an unknown kind follow the words', () => {
    const unknown = { ...church, categories: [] };
    expect(scenesToOffer({ words: 'Cathedral', near: lisbon, place: unknown }, 4)[0]?.kind).toBe('church');
  });
});
