import { expect, test } from 'vitest';
import { doc } from './contract/fixture.ts';
import { writeBatches } from './edits.ts';
import type { IndexedDoc } from './port.ts';

class Refused extends Error {}
const isRefusal = (error: unknown): boolean => error instanceof Refused;
const docs = Array.from({ length: 1_300 }, (_, index) => doc(String(index).padStart(4, '0'), {}));

test('Search batch that fails as a whole is halved until only the faulty documents are refused', async () => {
  const blamed = ['0007', '0300', '1299'];
  const held: string[] = [];
  let calls = 0;
  const write = async (batch: readonly IndexedDoc[]) => {
    calls += 1;
    if (batch.some(({ id }) => blamed.includes(id))) throw new Refused('no');
    held.push(...batch.map(({ id }) => id));
    return [];
  };
  expect(await writeBatches(docs, write, isRefusal)).toEqual(blamed.map((id) => ({ id, reason: 'no' })));
  expect(held).toEqual(docs.map(({ id }) => id).filter((id) => !blamed.includes(id)));
  expect(calls).toBeLessThan(70);
});

test('Search batch returns the refusals of the engine', async () => {
  const write = async (batch: readonly IndexedDoc[]) => batch.slice(0, 1).map(({ id }) => ({ id, reason: 'odd' }));
  expect((await writeBatches(docs, write, isRefusal)).map(({ id }) => id)).toEqual(['0000', '0500', '1000']);
});

test('Search batch throws any other failure at once', async () => {
  let calls = 0;
  const write = async (): Promise<never> => {
    calls += 1;
    throw new Error('away');
  };
  await expect(writeBatches(docs, write, isRefusal)).rejects.toThrow('away');
  expect(calls).toBe(1);
});
