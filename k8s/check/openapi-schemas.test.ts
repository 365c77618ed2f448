import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSchemas } from './openapi-schemas.ts';

const described = {
  definitions: {
    Trip: {
      description: 'A trip',
      type: 'object',
      required: ['spec'],
      properties: { spec: { $ref: '#/definitions/TripSpec' }, apiVersion: { type: 'string' }, kind: { type: 'string' } },
      'x-kubernetes-group-version-kind': [{ group: 'travel.example.org', version: 'v1', kind: 'Trip' }],
    },
    TripSpec: {
      type: 'object',
      properties: { description: { type: 'string' }, port: { format: 'int-or-string', type: 'string' }, days: { $ref: '#/definitions/Days' } },
    },
    Days: { type: 'array', items: { $ref: '#/definitions/TripSpec' } },
    Unused: { type: 'string' },
    TripList: { type: 'object', 'x-kubernetes-group-version-kind': [{ group: 'travel.example.org', version: 'v1', kind: 'TripList' }] },
  },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'waystory-schemas-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('each Kubernetes kind becomes a JSON schema that refuses unknown fields', () => {
  writeFileSync(join(folder, 'swagger.json'), JSON.stringify(described));
  const schemas = join(folder, 'schemas');
  expect(writeSchemas(join(folder, 'swagger.json'), schemas)).toBe(1);
  expect(readdirSync(schemas)).toEqual(['trip-travel-v1.json']);
  expect(JSON.parse(readFileSync(join(schemas, 'trip-travel-v1.json'), 'utf8'))).toEqual({
    type: 'object',
    required: ['spec', 'apiVersion', 'kind'],
    properties: { spec: { $ref: '#/definitions/TripSpec' }, apiVersion: { enum: ['travel.example.org/v1'] }, kind: { enum: ['Trip'] } },
    additionalProperties: false,
    'x-kubernetes-group-version-kind': [{ group: 'travel.example.org', version: 'v1', kind: 'Trip' }],
    definitions: {
      Days: { type: 'array', items: { $ref: '#/definitions/TripSpec' } },
      TripSpec: {
        type: 'object',
        properties: {
          description: { type: 'string' },
          port: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
          days: { $ref: '#/definitions/Days' },
        },
        additionalProperties: false,
      },
    },
  });
});
