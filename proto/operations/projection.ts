import { z } from 'zod';
import type { ErrorCatalogue } from '../kit/error.ts';
import { defineEvents, type EventOf } from '../kit/event.ts';
import { instant } from '../kit/field.ts';
import { defineRoutes, route } from '../kit/route.ts';

/** Acts of administrators on a read model, one stream per name of a read model. */
export const projectionEvents = defineEvents({
  ProjectionRebuildRequested: z.object({ build: z.int().describe('Build that is to be replaced') }),
});
export type ProjectionEvent = EventOf<typeof projectionEvents>;

export const projectionErrors = {
  'projection/unknown': 'There is no such read model.',
  'projection/rebuild-running': 'This read model is being made anew already.',
  'projection/other-version': 'Another release keeps this read model now. Ask again when all processes run the same one.',
} as const satisfies ErrorCatalogue;

const name = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be words of small letters with - between');

const partition = z.object({
  partition: z.string(),
  position: z.int().describe('Position in the log up to which it is applied'),
  events: z.int().describe('Events that are not applied yet, counted up to 10000'),
  seconds: z.number().describe('Age of the oldest of them; 0 when there is none'),
});

const underWay = z.object({
  build: z.int().nullable().describe('Null while nobody has begun it'),
  progress: z.number().min(0).max(1).nullable().describe('Share of the log that was read; null where nobody tells'),
  toldAt: instant.nullable().describe('When that was told'),
});

const kept = {
  version: z.int().describe('Version that this release declares'),
  build: z.int().nullable().describe('Build that readers use, its version times 1000 and a number; null before the first'),
  underWay: underWay.nullable().describe('Build that is made beside it'),
  partitions: z.array(partition).describe('How far the build in use is'),
};

/** State of a read model. */
export const projection = z.object({
  name,
  ...kept,
  indexes: z.array(z.object({ name: z.string(), ...kept })).describe('Indexes that are made from it'),
});
export type Projection = z.output<typeof projection>;

/** Limit of counting documents; a count of this number is a lower bound. */
export const mostDocuments = 10_000;

const collection = z.object({ name: z.string(), documents: z.int().describe(`Counted up to ${mostDocuments}`) });

const params = z.object({ name });

export const projectionRoutes = defineRoutes({
  listProjections: route.get('/projections', 'Read models: their builds, and how far these are behind the log', 'system.read', {
    reply: z.object({ head: z.int().describe('Position of the last event of the log'), items: z.array(projection) }),
  }),
  getProjection: route.get('/projections/:name', 'One read model, and how many documents it has', 'system.read', {
    params,
    reply: projection.extend({ collections: z.array(collection) }),
    errors: ['projection/unknown'],
  }),
  rebuildProjection: route.post(
    '/projections/:name/rebuild',
    'Make a read model anew from the log, beside the one in use, which is read until it is whole',
    'system.write',
    {
      params,
      reply: z.object({ name, build: z.int().describe('Build that is replaced') }),
      statuses: [202],
      errors: ['projection/unknown', 'projection/rebuild-running', 'projection/other-version'],
    },
  ),
});
