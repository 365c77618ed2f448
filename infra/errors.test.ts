import { describe, expect, test } from 'vitest';
import { EngineUnavailable, ifAvailable, orThrow, Rejected } from './errors.ts';

test('what is not there is said with the code of its kind', () => {
  expect(orThrow(0, 'story/unknown')).toBe(0);
  for (const nothing of [null, undefined]) expect(() => orThrow(nothing, 'story/unknown')).toThrow(new Rejected('story/unknown'));
});

describe('what a read model adds to the answer of a write', () => {
  test('is what it says', async () => {
    expect(await ifAvailable(Promise.resolve('a name'))).toBe('a name');
  });

  test.each([new EngineUnavailable('mongodb', new Error('gone')), new Rejected('read/behind')])('is left out when it says %s', async (error) => {
    expect(await ifAvailable(Promise.reject(error))).toBeNull();
  });

  test('any other failure is one', async () => {
    await expect(ifAvailable(Promise.reject(new Rejected('story/unknown')))).rejects.toThrow('story/unknown');
  });
});
