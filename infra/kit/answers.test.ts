import { describe, expect, test } from 'vitest';
import { EngineUnavailable } from '../event-store/port.ts';
import { found, ifReadable } from './answers.ts';
import { Rejected } from './decider.ts';

test('what is not there is said with the code of its kind', () => {
  expect(found(0, 'story/unknown')).toBe(0);
  for (const nothing of [null, undefined]) expect(() => found(nothing, 'story/unknown')).toThrow(new Rejected('story/unknown'));
});

describe('what a read model adds to the answer of a write', () => {
  test('is what it says', async () => {
    expect(await ifReadable(Promise.resolve('a name'))).toBe('a name');
  });

  test.each([new EngineUnavailable('mongodb', new Error('gone')), new Rejected('read/behind')])('is left out when it says %s', async (error) => {
    expect(await ifReadable(Promise.reject(error))).toBeNull();
  });

  test('any other failure is one', async () => {
    await expect(ifReadable(Promise.reject(new Rejected('story/unknown')))).rejects.toThrow('story/unknown');
  });
});
