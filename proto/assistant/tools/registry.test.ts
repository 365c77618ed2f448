import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { functionTools, isToolName, toolNames, toolResultSchema, tools } from './registry.ts';
import type { Tool } from './tool.ts';

const id = '0199f0a0-0000-7000-8000-000000000001';

/** Arguments and result of an example call, by tool. */
const examples: Record<string, { args: Record<string, unknown>; result: Record<string, unknown> }> = {
  create_itinerary: { args: { title: 'Lisbon in three days', shortDescription: null }, result: { id, title: 'Lisbon in three days' } },
  update_itinerary: { args: { itineraryId: id, highlights: ['Trams'] }, result: { id, title: 'Lisbon' } },
  add_day: { args: { itineraryId: id, title: 'Belém' }, result: { id, number: 1 } },
  add_stop: {
    args: { itineraryId: id, dayId: id, placeId: id, title: 'Torre de Belém', startTime: null, durationMinutes: 45 },
    result: {
      id,
      title: 'Torre de Belém',
      state: 'SUGGESTED',
      place: {
        id,
        name: 'Torre de Belém',
        placeName: 'Torre de Belém, Lisboa',
        coordinates: { latitude: 38.69, longitude: -9.21 },
        source: 'GAZETTEER',
      },
      kmFromDay: 1.2,
    },
  },
  update_stop: {
    args: { itineraryId: id, stopId: id, highlight: 'Before the first boat' },
    result: {
      id,
      title: 'Torre de Belém',
      state: 'ACCEPTED',
      place: { id, name: 'Torre', placeName: 'Torre, Lisboa', coordinates: { latitude: 38.69, longitude: -9.21 }, source: 'RECORDED' },
      kmFromDay: null,
    },
  },
  remove_stop: { args: { itineraryId: id, stopId: id }, result: { id } },
  lookup_location: { args: { query: 'Torre de Belém, Lisboa', itineraryId: id }, result: { candidates: [] } },
  optimize_route: {
    args: { itineraryId: id, dayId: id, lockedStopIds: [id] },
    result: { dayId: id, stopIds: [id], kmBefore: 4, kmAfter: 3, exact: true },
  },
  web_browser: {
    args: { url: 'https://example.org/hours' },
    result: { url: 'https://example.org/hours', title: null, text: '', truncated: false, links: [] },
  },
  google_search: { args: { query: 'opening hours torre de belem' }, result: { configured: false, results: [] } },
};

const all = Object.entries<Tool>(tools);

test('Tools of the assistant are those of the specification, with one file per tool', () => {
  expect(toolNames.toSorted()).toEqual(Object.keys(examples).toSorted());
  const files = readdirSync(new URL('.', import.meta.url)).map((file) => file.replace('.ts', '').replaceAll('-', '_'));
  expect(files).toEqual(expect.arrayContaining(toolNames));
  expect(['delete_account', 'constructor', ''].filter(isToolName)).toEqual([]);
});

describe.each(all)('tool %s', (name, tool) => {
  const { args = {}, result = {} } = examples[name] ?? {};

  test('accepts the arguments and the result of its example', () => {
    expect(tool.name).toBe(name);
    expect(tool.args.parse(args)).toEqual(args);
    expect(toolResultSchema(tool).parse(result)).toEqual(result);
    const failure = { error: { code: 'stop/too-many', detail: 'An itinerary has at most 1000 stops.' } };
    expect(toolResultSchema(tool).parse(failure)).toEqual(failure);
  });

  test('refuses unknown arguments, also accountId and threadId', () => {
    for (const made of [{ accountId: id }, { threadId: id }, { colour: 'red' }])
      expect(tool.args.safeParse({ ...args, ...made }).success).toBe(false);
  });

  test('refuses a call without one of its required arguments', () => {
    for (const field of tool.args.safeParse({}).error?.issues.map(({ path }) => String(path[0])) ?? []) {
      const { [field]: _, ...rest } = args;
      expect(tool.args.safeParse(rest).success, field).toBe(false);
    }
    expect(tool.args.safeParse({}).success).toBe(false);
  });
});

test('Tool add_stop requires a place id, and refuses coordinates', () => {
  const { args = {} } = examples.add_stop ?? {};
  const { placeId: _, ...placeless } = args;
  const coordinates = { latitude: 1, longitude: 2 };
  for (const wrong of [placeless, { ...placeless, coordinates }, { ...args, coordinates }, { ...args, placeId: 'Torre de Belém' }])
    expect(tools.add_stop.args.safeParse(wrong).success).toBe(false);
});

test.each(['ftp://example.org', 'file:///etc/passwd', 'javascript:alert(1)', 'example.org', ''])('Tool web_browser refuses the URL %s', (url) => {
  expect(tools.web_browser.args.safeParse({ url }).success).toBe(false);
});

describe('tools for a model', () => {
  test('are functions with self-contained schemas', () => {
    const functions = functionTools();
    expect(functions.map(({ function: { name } }) => name)).toEqual(toolNames);
    for (const { type, function: of } of functions) {
      expect({ type, ...of.parameters }).toMatchObject({ type: 'object', properties: expect.any(Object), additionalProperties: false });
      expect(of.description.length).toBeGreaterThan(40);
      expect(JSON.stringify(of.parameters)).not.toMatch(/\$ref|\$schema|\$defs|"pattern"|"allOf"/);
    }
  });

  test('have JSON schemas that accept the example arguments, and refuse unknown and missing arguments', () => {
    for (const { function: of } of functionTools()) {
      const schema = z.fromJSONSchema(of.parameters as never); // as: our own schema as JSON
      const { args = {} } = examples[of.name] ?? {};
      expect(schema.safeParse(args).success, of.name).toBe(true);
      expect(schema.safeParse({ ...args, accountId: id }).success, of.name).toBe(false);
      expect(schema.safeParse({}).success, of.name).toBe(false);
    }
  });

  test('can be limited to given names', () => {
    expect(functionTools(['add_day']).map(({ function: { name } }) => name)).toEqual(['add_day']);
  });
});
