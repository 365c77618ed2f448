import { expect, test } from 'vitest';
import { endOfSuspension } from './suspension-length.tsx';

test('endOfSuspension returns the end after the given days, and null for a suspension without end', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  expect(endOfSuspension(7, now)).toBe('2026-03-08T12:00:00.000Z');
  expect(endOfSuspension(null, now)).toBeNull();
});
