import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEvents, joinEvents, schemaVersion, upcast } from './event.ts';

const stays = defineEvents(
  { StayPlanned: z.object({ minutes: z.int(), mood: z.string().nullable() }), StayDropped: z.object({}) },
  {
    StayPlanned: [({ hours, ...rest }) => ({ ...rest, minutes: Number(hours) * 60 }), (data) => ({ ...data, mood: null })],
  },
);
const planned = (schema: number, data: Record<string, unknown>) => upcast(stays, { type: 'StayPlanned', schema, data });

describe('an event', () => {
  test('is written in the version after its last step', () => {
    expect(schemaVersion(stays, 'StayPlanned')).toBe(3);
    expect(schemaVersion(stays, 'StayDropped')).toBe(1);
  });

  test('of every earlier version takes the steps it has not taken yet, in their order', () => {
    expect(planned(1, { hours: 2 })).toEqual({ minutes: 120, mood: null });
    expect(planned(2, { minutes: 90 })).toEqual({ minutes: 90, mood: null });
    expect(planned(3, { minutes: 90, mood: 'calm' })).toEqual({ minutes: 90, mood: 'calm' });
  });

  test('of the current version is left alone', () => {
    const data = { anything: true };
    expect(upcast(stays, { type: 'StayDropped', schema: 1, data })).toBe(data);
  });

  test('of a newer release is refused by name', () => {
    expect(() => planned(4, {})).toThrow('StayPlanned version 4 is newer than this release, which knows 3');
    expect(() => upcast(stays, { type: 'StayDropped', schema: 2, data: {} })).toThrow('StayDropped version 2');
  });

  test('has taken as many steps as versions lay behind it', () => {
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

test('joined vocabularies know the events and steps of both', () => {
  const joined = joinEvents(stays, defineEvents({ WalkTaken: z.object({}) }, { WalkTaken: [(data) => data] }));
  expect(Object.keys(joined.schemas)).toEqual(['StayPlanned', 'StayDropped', 'WalkTaken']);
  expect(['StayPlanned', 'StayDropped', 'WalkTaken'].map((type) => schemaVersion(joined, type))).toEqual([3, 1, 2]);
});
