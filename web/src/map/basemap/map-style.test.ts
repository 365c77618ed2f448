import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from 'maplibre-gl';
import { describe, expect, test, vi } from 'vitest';
import { type BasemapStatus, isShowable } from './basemap-status.ts';
import { chooseStyle, mapboxStyle, providerOf, withFontFaces } from './choose-style.ts';
import { mapFonts } from './font-faces.ts';
import { type MapStyleOptions, mapStyle } from './map-style.ts';

const status: BasemapStatus = {
  version: 'abc',
  done: false,
  percent: 40,
  street: { maxzoom: 3 },
  relief: { maxzoom: 3 },
  satellite: { maxzoom: 3 },
  streets: null,
};
const options: MapStyleOptions = { kind: 'street', theme: 'light', lang: 'de', status, tileOrigin: 'https://maps.example' };
const none = { mapStyleUrl: null, mapboxToken: null };
const all = (['street', 'satellite'] as const).flatMap((kind) => (['light', 'dark'] as const).map((theme) => ({ ...options, kind, theme })));

describe.each(all)('$kind map style, $theme', (chosen) => {
  const style = mapStyle(chosen);

  test('is valid for MapLibre', () => {
    expect(validateStyleMin(style)).toEqual([]);
  });

  test('requests nothing outside the product', () => {
    const addresses = JSON.stringify(style).match(/https?:\/\/[^/"]+/g) ?? [];
    expect(addresses.length).toBeGreaterThan(3);
    expect(new Set(addresses)).toEqual(new Set(['https://maps.example']));
    expect(style).not.toHaveProperty('glyphs');
    expect(style).not.toHaveProperty('sprite');
  });

  test('has a font for every label and a source for every layer', () => {
    const fontFaces = Object.keys(style['font-faces'] ?? {});
    expect(
      Object.values(mapFonts)
        .flat()
        .filter((font) => !fontFaces.includes(font)),
    ).toEqual([]);
    const sources = style.layers.flatMap((layer) => ('source' in layer ? [String(layer.source)] : []));
    expect(new Set(sources)).toEqual(new Set(Object.keys(style.sources)));
  });

  test('has the attribution of its sources', () => {
    const credits = Object.values(style.sources).map((source) => ('attribution' in source ? source.attribution : undefined));
    expect(credits).toEqual(['© OpenStreetMap contributors · Natural Earth · GeoNames', 'NASA Blue Marble']);
  });
});

describe.each(['light', 'dark'] as const)('street archive style, %s', (theme) => {
  const streets = { version: 'def', minzoom: 0, maxzoom: 15, bounds: [-10, 36, -6, 43] as const };
  const chosen = { ...options, theme, status: { ...status, streets } };
  const style = mapStyle(chosen);
  const idsOf = ({ layers }: StyleSpecification): string[] => layers.map(({ id }) => id);

  test('is valid, adds to the layers of the built-in map, and requests this product only', () => {
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.sources.streets).toMatchObject({ tiles: ['https://maps.example/streets/def/{z}/{x}/{y}'], maxzoom: 15, bounds: [-10, 36, -6, 43] });
    expect(JSON.stringify(style).match(/https?:\/\/(?!maps\.example)/g)).toBeNull();
    const builtIn = idsOf(mapStyle({ ...options, theme }));
    expect(builtIn.filter((id) => !idsOf(style).includes(id))).toEqual([]);
    expect(new Set(idsOf(style)).size).toBe(style.layers.length);
  });

  test('draws every layer of the Protomaps schema, with the credit of the archive', () => {
    const drawn = style.layers.flatMap((layer) => ('source' in layer && layer.source === 'streets' ? [String(layer['source-layer'])] : []));
    expect([...new Set(drawn)].toSorted()).toEqual(['boundaries', 'buildings', 'earth', 'landuse', 'places', 'pois', 'roads', 'water']);
    expect(style.sources.streets).toMatchObject({ attribution: '© OpenStreetMap contributors, Protomaps' });
  });

  test('equals the style without an archive for satellite pictures, and while the archive is unreadable', () => {
    expect(mapStyle({ ...chosen, kind: 'satellite' })).toEqual(mapStyle({ ...options, theme, kind: 'satellite' }));
    expect(mapStyle({ ...options, theme, status: { ...status, streets: 'away' } })).toEqual(mapStyle({ ...options, theme }));
  });
});

test('Map styles of equal options are equal, and differ for a higher maximum zoom', () => {
  expect(mapStyle(options)).toEqual(mapStyle(options));
  const deeper = mapStyle({ ...options, status: { ...status, street: { maxzoom: 7 } } });
  expect(deeper.sources.world).toMatchObject({ maxzoom: 7, tiles: ['https://maps.example/basemap/abc/street/{z}/{x}/{y}'] });
  expect(mapStyle(options).sources.world).toMatchObject({ maxzoom: 3 });
});

test('Map labels are in the requested language', () => {
  const text = JSON.stringify(mapStyle(options).layers);
  expect(text).toContain('["get","name:de"]');
  expect(text).not.toContain('name:en');
});

test('Map projection is a globe with atmosphere for satellite pictures, and flat for the drawn map', () => {
  expect(mapStyle({ ...options, kind: 'satellite' })).toMatchObject({
    projection: { type: 'globe' },
    sky: { 'atmosphere-blend': expect.anything() },
  });
  expect(mapStyle(options)).toMatchObject({ projection: { type: 'mercator' } });
});

test('Map is showable when each layer of its kind has a tile', () => {
  const without = (layer: 'street' | 'relief' | 'satellite') => ({ ...status, [layer]: { maxzoom: null } });
  expect([isShowable(status, 'street'), isShowable(without('satellite'), 'street'), isShowable(without('relief'), 'satellite')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isShowable(without('street'), 'street'), isShowable(without('relief'), 'street'), isShowable(without('satellite'), 'satellite')]).toEqual([
    false,
    false,
    false,
  ]);
});

describe('Map provider', () => {
  test.each([
    [none, 'street', 'built-in'],
    [{ ...none, mapboxToken: 'pk.x' }, 'street', 'mapbox'],
    [{ ...none, mapboxToken: 'pk.x' }, 'satellite', 'mapbox'],
    [{ mapStyleUrl: 'https://tiles.example/style.json', mapboxToken: 'pk.x' }, 'street', 'style-url'],
    [{ ...none, mapStyleUrl: 'https://tiles.example/style.json' }, 'satellite', 'built-in'],
  ] as const)('for %o and the %s map is %s', (config, kind, provider) => {
    expect(providerOf(config, kind)).toBe(provider);
  });

  test('is the archive on the street map, and the built-in map while the archive is unreadable', () => {
    const config = { mapStyleUrl: 'https://tiles.example/style.json', mapboxToken: 'pk.x' };
    const streets = { version: 'def', minzoom: 0, maxzoom: 15, bounds: [-10, 36, -6, 43] as const };
    expect([providerOf(config, 'street', streets), providerOf(config, 'street', 'away'), providerOf(config, 'satellite', streets)]).toEqual([
      'archive',
      'built-in',
      'mapbox',
    ]);
  });

  test('Mapbox has the credits of Mapbox, OpenStreetMap and Maxar, and a percent-encoded token', () => {
    const style = mapboxStyle('satellite', 'pk.a&b', options.tileOrigin);
    expect(validateStyleMin(style)).toEqual([]);
    expect(style.sources.mapbox).toMatchObject({
      tiles: ['https://api.mapbox.com/styles/v1/mapbox/satellite-streets-v12/tiles/512/{z}/{x}/{y}@2x?access_token=pk.a%26b'],
      attribution: expect.stringMatching(/mapbox\.com\/about\/maps.*openstreetmap\.org\/copyright.*Improve this map.*Maxar/),
    });
  });

  test('style keeps its fonts and glyphs, and gets the fonts of the product', () => {
    const foreign: StyleSpecification = { version: 8, glyphs: 'https://tiles.example/{fontstack}/{range}.pbf', sources: {}, layers: [] };
    expect(withFontFaces({ ...foreign, 'font-faces': { Theirs: 'https://tiles.example/a.woff2' } }, options.tileOrigin)).toMatchObject({
      glyphs: foreign.glyphs,
      'font-faces': { Theirs: 'https://tiles.example/a.woff2', 'Noto Sans Medium': expect.any(Array) },
    });
  });

  test('that answers without a style makes chooseStyle reject', async () => {
    const config = { ...none, mapStyleUrl: 'https://tiles.example/style.json' };
    const answer = vi.spyOn(globalThis, 'fetch');
    answer.mockResolvedValueOnce(new Response('gone', { status: 410 }));
    await expect(chooseStyle(config, options)).rejects.toThrow('410');
    answer.mockResolvedValueOnce(Response.json({ version: 7 }));
    await expect(chooseStyle(config, options)).rejects.toThrow();
    answer.mockResolvedValueOnce(Response.json({ version: 8, sources: {}, layers: [], name: 'theirs' }));
    expect(await chooseStyle(config, options)).toMatchObject({ name: 'theirs', 'font-faces': expect.anything() });
    answer.mockRestore();
  });

  test('that is not configured gives the style of the built-in map', async () => {
    expect(await chooseStyle(none, options)).toEqual(mapStyle(options));
  });
});
