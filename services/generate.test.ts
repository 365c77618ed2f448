import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServiceDefinition } from '@waystory/infra/host/service.ts';
import { successStatuses } from '@waystory/infra/http/send-reply.ts';
import { eventFiles } from '@waystory/proto/events/wire.ts';
import { eventMessages } from '@waystory/proto/events/wire-codec.ts';
import { isOpenToAnonymous } from '@waystory/proto/kit/access.ts';
import { defineEvents, schemaVersion, upcast } from '@waystory/proto/kit/event.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { definitions } from './all.ts';
import { generatedFolder, generateFiles, sampleOf } from './generate.ts';

const readJson = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

test('Committed generated files are up to date; if not: node services/generate.ts', async () => {
  expect(await generateFiles(generatedFolder, definitions, true)).toEqual([]);
});

describe('OpenAPI description', () => {
  interface Operation {
    operationId: string;
    parameters?: { in: string; name: string; required: boolean; schema?: object; content?: Record<string, { schema: object }> }[];
    requestBody?: { content: Record<string, { schema: object }> };
    security?: object[];
    responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
  }
  const document = readJson(new URL('openapi.json', generatedFolder)) as {
    openapi: string;
    info: object;
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const routes = definitions.flatMap((definition) =>
    [...definition.routes.map((bound) => bound.routes), ...(definition.openRoutes ?? [])].flatMap((table) => Object.entries(table)),
  );

  test('has version 3.1 and a title', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: expect.any(String), version: expect.any(String) } });
  });

  test('has every route under its operation id, and no other', () => {
    const described = operations.map(({ path, method, operation }) => `${operation.operationId}: ${method} ${path}`);
    const defined = routes.map(([name, { method, path }]) => `${name}: ${method.toLowerCase()} /api${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(described.toSorted()).toEqual(defined.toSorted());
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
  });

  test.each(operations.map((one) => [one.operation.operationId, one] as const))(
    'describes parameters, body, security and responses of %s',
    (name, { path, operation }) => {
      const route = routes.find(([other]) => other === name)?.[1];
      const ofPath = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      expect(ofPath.map((parameter) => `{${parameter.name}}`).toSorted()).toEqual([...path.matchAll(/\{\w+\}/g)].map(String).toSorted());
      expect(ofPath.every(({ required }) => required)).toBe(true);
      const described = operation.parameters?.map(({ schema, content }) => schema ?? content?.['application/json']?.schema ?? {}) ?? [];
      expect(described.filter((schema) => Object.keys(schema).length === 0)).toEqual([]);
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        route?.body ? [name === 'uploadFile' ? 'multipart/form-data' : 'application/json'] : [],
      );
      expect(operation.security).toEqual(route && isOpenToAnonymous(route.access) ? undefined : [{ bearer: [] }]);
      const successes = Object.keys(operation.responses).filter((status) => Number(status) < 400);
      expect(successes).toEqual(route ? successStatuses(route).map(String) : []);
      for (const status of successes)
        expect(Object.keys(operation.responses[status]?.content ?? {})).toEqual(
          status === '204' ? [] : [route?.streamed?.mediaType ?? 'application/json'],
        );
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '401', '429', '503']));
    },
  );

  test('has no dangling references, and expresses null as JSON Schema does', () => {
    const text = JSON.stringify(document);
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) expect(document).toHaveProperty(pointer.split('/'));
    expect(text).not.toContain('"nullable":');
  });
});

describe('Event samples', () => {
  const folder = new URL('samples/', generatedFolder);
  const stored = z.strictObject({ type: z.string(), schema: z.int().min(1), data: z.record(z.string(), z.unknown()) });
  const vocabularies = definitions.flatMap(({ streams }) => streams);
  const types = vocabularies.flatMap((vocabulary) => Object.keys(vocabulary.schemas).map((type) => ({ type, vocabulary })));
  const files = readdirSync(folder);

  test('have unique names: no event type is in two vocabularies', () => {
    expect(types.map(({ type }) => type).filter((type, index, all) => all.indexOf(type) !== index)).toEqual([]);
  });

  test('have types with a protobuf message', () => {
    expect(types.map(({ type }) => type).toSorted()).toEqual([...eventMessages(eventFiles).keys()].toSorted());
  });

  test('exist for every version of every event, and for nothing else', () => {
    const versions = types.flatMap(({ type, vocabulary }) =>
      Array.from({ length: schemaVersion(vocabulary, type) }, (_, index) => `${type}.v${index + 1}.json`),
    );
    expect(files.toSorted()).toEqual(versions.toSorted());
  });

  test.each(files)('%s is upcast and parsed without loss of fields', (file) => {
    const event = stored.parse(readJson(new URL(file, folder)));
    expect(`${event.type}.v${event.schema}.json`).toBe(file);
    const vocabulary = types.find(({ type }) => type === event.type)?.vocabulary;
    if (!vocabulary) return expect.fail(`${event.type} is no event of the definitions`);
    const data = upcast(vocabulary, event);
    expect(vocabulary.schemas[event.type]?.parse(data)).toMatchObject(data);
  });
});

describe('File generator', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'waystory-gen-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const trips = (schema: z.ZodObject, steps = 0): ServiceDefinition => ({
    name: 'trips',
    streams: [defineEvents({ TripPlanned: schema }, { TripPlanned: Array(steps).fill((data: object) => data) })],
    routes: [],
    projections: [],
    reactors: () => [],
    errors: {},
  });
  const run = (definition: ServiceDefinition, check = false) => generateFiles(pathToFileURL(`${folder}/`), [definition], check);
  const readSample = (version: number) => readFileSync(join(folder, `samples/TripPlanned.v${version}.json`), 'utf8');

  test('writes missing files once; a check writes nothing', async () => {
    const trip = trips(z.object({ title: z.string() }));
    const all = ['openapi.json', 'samples/TripPlanned.v1.json'];
    expect(await run(trip, true)).toEqual(all);
    expect(readdirSync(folder)).toEqual([]);
    expect(await run(trip)).toEqual(all);
    expect(await run(trip)).toEqual([]);
    expect(JSON.parse(readSample(1))).toEqual({ type: 'TripPlanned', schema: 1, data: { title: 'Lisbon, hill by hill' } });
  });

  test('renews the description, but never a sample', async () => {
    await run(trips(z.object({ title: z.string() })));
    writeFileSync(join(folder, 'openapi.json'), '{}');
    const before = readSample(1);
    expect(await run(trips(z.object({ minutes: z.int() })))).toEqual(['openapi.json']);
    expect(await run(trips(z.object({ minutes: z.int() }), 1))).toEqual(['samples/TripPlanned.v2.json']);
    expect(readSample(1)).toBe(before);
    expect(JSON.parse(readSample(2)).data).toEqual({ minutes: 45 });
  });

  test('creates a sample with every field set, the same in every run', () => {
    const schema = z.object({
      tripId: z.uuid(),
      at: z.iso.datetime().nullable(),
      kind: z.enum(['WALK', 'RIDE']).optional(),
      tags: z.array(z.string().max(20)).default([]),
      prices: z.record(z.string().regex(/^[A-Z]{2}$/), z.number().max(1)),
      either: z.union([z.literal('all'), z.boolean()]),
    });
    const sample = sampleOf(schema, ['TripPlanned']);
    expect(schema.parse(sample)).toEqual(sample);
    expect(sample).toMatchObject({ at: expect.any(String), kind: 'WALK', tags: [expect.any(String)], prices: { PT: 1 }, either: 'all' });
    expect(sampleOf(schema, ['TripPlanned'])).toEqual(sample);
  });

  test('throws an error with the field that has no known valid value', () => {
    expect(() => sampleOf(z.object({ grid: z.object({ square: z.string().regex(/^[a-h][1-8]$/) }) }), ['TripPlanned'])).toThrow(
      'TripPlanned.grid.square',
    );
  });
});
