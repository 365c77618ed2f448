import { expect, test } from 'vitest';
import { z } from 'zod';
import { knownFields } from './known-fields.ts';

const schema = z.object({
  title: z.string(),
  changes: z.object({ mood: z.string().nullable() }).partial().optional(),
  pictures: z.array(z.object({ url: z.string() })).nullable(),
  anything: z.record(z.string(), z.unknown()).optional(),
});

test('Known fields keep any value', () => {
  const data = { title: 'A', changes: { mood: 'calm' }, pictures: [{ url: '/a' }], anything: { of: { any: 'kind' } } };
  expect(knownFields(schema, data)).toBe(data);
  const odd = { title: 7, changes: 'none', pictures: { url: '/a' } };
  expect(knownFields(schema, odd)).toBe(odd);
});

test('Known fields drop others at any depth and leave the payload unchanged', () => {
  const data = { title: 'A', note: 'new', changes: { mood: null, note: 'new' }, pictures: [{ url: '/a' }, { url: '/b', note: 'new' }] };
  const before = structuredClone(data);
  expect(knownFields(schema, data)).toEqual({ title: 'A', changes: { mood: null }, pictures: [{ url: '/a' }, { url: '/b' }] });
  expect(data).toEqual(before);
});
