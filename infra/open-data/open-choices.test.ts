import { describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openDataLine, openServiceChoices, providersOf, streetArchiveLocation, streetStyles } from './open-choices.ts';

const archive = { MAP_PMTILES: '/maps/portugal.pmtiles' };
const address = { MAP_PMTILES: 'https://maps.example/world.pmtiles?key=secret' };

describe('street provider by settings', () => {
  test.each<[Record<string, string>, string]>([
    [{}, 'built-in'],
    [{ OPEN_DATA: 'on' }, 'openmaptiles'],
    [{ OPEN_DATA: 'on', MAP_STYLE_URL: 'https://maps.example/style.json' }, 'built-in'],
    [archive, 'pmtiles'],
    [{ ...archive, OPEN_DATA: 'on' }, 'pmtiles'],
    [{ ...archive, MAP_STYLE_URL: 'https://maps.example/style.json' }, 'pmtiles'],
    [{ ...archive, STREETS: 'openmaptiles' }, 'openmaptiles'],
    [{ ...archive, STREETS: 'built-in' }, 'built-in'],
  ])('%j: %s', (env, streets) => {
    expect(providersOf(readConfig(env)).streets).toBe(streets);
  });

  test('is the configured archive, as a file path or URL, and has no style', () => {
    expect(streetArchiveLocation(readConfig(archive))).toEqual({ kind: 'file', path: archive.MAP_PMTILES });
    expect(streetArchiveLocation(readConfig(address))).toEqual({ kind: 'address', url: address.MAP_PMTILES });
    expect(streetArchiveLocation(readConfig({ ...archive, STREETS: 'built-in' }))).toBeNull();
    expect(streetStyles(readConfig({ ...archive, OPEN_DATA: 'on' }))).toBeNull();
  });
});

test('Log line of open data names each service by its host, and a street archive file by its path', () => {
  expect(openDataLine(readConfig({}))).toBeNull();
  expect(openDataLine(readConfig(archive))).toBe('Open data: streets of /maps/portugal.pmtiles');
  expect(openDataLine(readConfig({ ...address, ROUTING: 'osrm', ROUTING_URL: 'https://ways.example/osrm' }))).toBe(
    'Open data: streets of maps.example, ways of ways.example',
  );
});

test('Log line of open data names Wikidata and Wikipedia as sources of facts, or one configured server for both', () => {
  const asked = (env: Record<string, string>) =>
    openDataLine(readConfig({ STREETS: 'built-in', PLACES: 'built-in', ROUTING: 'straight', PHOTOS: 'drawn', ...env }));
  expect(asked({ OPEN_DATA: 'on' })).toBe('Open data: facts of www.wikidata.org, facts of wikipedia.org');
  expect(asked({ FACTS: 'wikidata', FACTS_URL: 'https://facts.example/all' })).toBe('Open data: facts of facts.example');
  expect(asked({ OPEN_DATA: 'on', FACTS: 'none' })).toBeNull();
});

test('Open service choices list a street archive on a server, but not a street archive in a file', () => {
  expect(openServiceChoices(readConfig(archive))).toEqual([]);
  expect(openServiceChoices(readConfig(address))).toMatchObject([{ thing: 'streets', provider: 'pmtiles', isPublic: false }]);
});
