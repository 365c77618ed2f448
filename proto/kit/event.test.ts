import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEvents, joinEvents, knownFields, NewerEvent, schemaVersion, upcast, writtenForm } from './event.ts';

const stays = defineEvents(
  { StayPlanned: z.object({ minutes: z.int(), mood: z.string().nullable() }), StayDropped: z.object({}) },
  {
    StayPlanned: [({ hours, ...rest }) => ({ ...rest, minutes: Number(hours) * 60 }), (data) => ({ ...data, mood: null })],
  },
);
const planned = (schema: number, data: Record<string, unknown>) => upcast(stays, { type: 'StayPlanned', schema, data });

describe('event', () => {
  test('has a schema version one above the number of its upcasters', () => {
    expect(schemaVersion(stays, 'StayPlanned')).toBe(3);
    expect(schemaVersion(stays, 'StayDropped')).toBe(1);
  });

  test('of an earlier version is upcast to the current version, step by step in order', () => {
    expect(planned(1, { hours: 2 })).toEqual({ minutes: 120, mood: null });
    expect(planned(2, { minutes: 90 })).toEqual({ minutes: 90, mood: null });
    expect(planned(3, { minutes: 90, mood: 'calm' })).toEqual({ minutes: 90, mood: 'calm' });
  });

  test('of the current version is returned unchanged by upcast', () => {
    const data = { minutes: 90, mood: 'calm' };
    expect(upcast(stays, { type: 'StayPlanned', schema: 3, data })).toBe(data);
  });

  test('is read without fields of a newer release', () => {
    expect(planned(3, { minutes: 90, mood: 'calm', pace: 'slow' })).toEqual({ minutes: 90, mood: 'calm' });
  });

  test('of a newer release throws NewerEvent with its type', () => {
    expect(() => planned(4, {})).toThrow('StayPlanned version 4 is newer than this release, which knows 3');
    expect(() => upcast(stays, { type: 'StayDropped', schema: 2, data: {} })).toThrow(NewerEvent);
  });

  test('is upcast by one step for each version between its own and the current one', () => {
    const type = 'Counted';
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (steps, behind) => {
        const step = (data: Record<string, unknown>) => ({ taken: Number(data.taken) + 1 });
        const vocabulary = defineEvents({ [type]: z.object({ taken: z.int() }) }, { [type]: Array(steps).fill(step) });
        const schema = Math.max(1, steps + 1 - behind);
        expect(upcast(vocabulary, { type, schema, data: { taken: 0 } })).toEqual({ taken: steps + 1 - schema });
      }),
    );
  });
});

describe('upcaster that the previous release does not have', () => {
  const data = (minutes: number) => ({ minutes, mood: null });
  const inHours = defineEvents(
    { StayPlanned: stays.schemas.StayPlanned },
    {
      StayPlanned: [
        ({ hours, ...rest }) => ({ ...rest, minutes: Number(hours) * 60 }),
        { up: (before) => ({ ...before, mood: null }), down: ({ mood: _, ...rest }) => rest },
      ],
    },
  );

  test('is applied on read and undone on write', () => {
    expect(schemaVersion(inHours, 'StayPlanned')).toBe(3);
    expect(upcast(inHours, { type: 'StayPlanned', schema: 1, data: { hours: 2 } })).toEqual(data(120));
    const written = writtenForm(inHours, 'StayPlanned', data(90));
    expect(written).toEqual({ schema: 2, data: { minutes: 90 } });
    expect(upcast(inHours, { type: 'StayPlanned', ...written })).toEqual(data(90));
  });

  test('is no longer undone on write by the next release', () => {
    expect(writtenForm(stays, 'StayPlanned', data(90))).toEqual({ schema: 3, data: data(90) });
    expect(writtenForm(stays, 'StayDropped', {})).toEqual({ schema: 1, data: {} });
  });
});

test('joinEvents() keeps the events and the upcasters of both vocabularies', () => {
  const joined = joinEvents(stays, defineEvents({ WalkTaken: z.object({}) }, { WalkTaken: [(data) => data] }));
  expect(Object.keys(joined.schemas)).toEqual(['StayPlanned', 'StayDropped', 'WalkTaken']);
  expect(['StayPlanned', 'StayDropped', 'WalkTaken'].map((type) => schemaVersion(joined, type))).toEqual([3, 1, 2]);
});

const schema = z.object({
  title: z.string(),
  changes: z.object({ mood: z.string().nullable() }).partial().optional(),
  pictures: z.array(z.object({ url: z.string() })).nullable(),
  anything: z.record(z.string(), z.unknown()).optional(),
});

test('knownFields keeps known fields with any value', () => {
  const data = { title: 'A', changes: { mood: 'calm' }, pictures: [{ url: '/a' }], anything: { of: { any: 'kind' } } };
  expect(knownFields(schema, data)).toBe(data);
  const odd = { title: 7, changes: 'none', pictures: { url: '/a' } };
  expect(knownFields(schema, odd)).toBe(odd);
});

test('knownFields drops unknown fields at any depth, without changing the payload', () => {
  const data = { title: 'A', note: 'new', changes: { mood: null, note: 'new' }, pictures: [{ url: '/a' }, { url: '/b', note: 'new' }] };
  const before = structuredClone(data);
  expect(knownFields(schema, data)).toEqual({ title: 'A', changes: { mood: null }, pictures: [{ url: '/a' }, { url: '/b' }] });
  expect(data).toEqual(before);
});
