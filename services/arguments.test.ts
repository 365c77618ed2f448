import { expect, test } from 'vitest';
import { definitions } from './all.ts';
import { BadArguments, readArguments } from './arguments.ts';

const read = (...args: string[]) => {
  const { definitions: chosen, roles } = readArguments(args, definitions);
  return { contexts: chosen.map(({ name }) => name), roles };
};

test('Command line without arguments selects all contexts and roles', () => {
  expect(read()).toEqual({
    contexts: ['accounts', 'assistant', 'basemap', 'billing', 'itineraries', 'media', 'moderation', 'model', 'social', 'stripe', 'web', 'world'],
    roles: ['command', 'query', 'projector', 'worker', 'relay'],
  });
});

test('Command line selects the named contexts and the roles of --roles', () => {
  expect(read('itineraries', '--roles', 'query,projector')).toEqual({ contexts: ['itineraries'], roles: ['query', 'projector'] });
});

test.each([
  [
    ['kitchen'],
    'Unknown context "kitchen". Known: accounts, assistant, basemap, billing, itineraries, media, moderation, model, social, stripe, web, world',
  ],
  [['--roles', 'query,cook'], 'Unknown role "cook". Known: command, query, projector, worker, relay'],
  [['--speed', '9'], "Unknown option '--speed'"],
])('Command line %j throws BadArguments with the unknown context, role or option', (args, message) => {
  expect(() => readArguments(args, definitions)).toThrow(BadArguments);
  expect(() => readArguments(args, definitions)).toThrow(message);
});
