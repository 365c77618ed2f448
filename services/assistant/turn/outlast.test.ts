import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { expect, test } from 'vitest';
import { retryWhileUnavailable } from './outlast.ts';

/** An engine that fails this often, then answers. */
function engine(failures: number, error: Error = new EngineUnavailable('temporal', new Error('down'))) {
  let asked = 0;
  const ask = async (): Promise<number> => {
    asked += 1;
    if (asked <= failures) throw error;
    return asked;
  };
  return { ask, asked: () => asked };
}
const never = new AbortController().signal;

test('retryWhileUnavailable() resolves once the engine is available', async () => {
  expect(await retryWhileUnavailable(engine(2).ask, never)).toBe(3);
});

test('retryWhileUnavailable() rethrows other errors without a retry', async () => {
  const { ask, asked } = engine(1, new Error('no'));
  await expect(retryWhileUnavailable(ask, never)).rejects.toThrow('no');
  expect(asked()).toBe(1);
});

test('retryWhileUnavailable() rejects with EngineUnavailable when the turn is stopped', async () => {
  const stop = new AbortController();
  const { ask, asked } = engine(Number.POSITIVE_INFINITY);
  const asking = retryWhileUnavailable(ask, stop.signal);
  stop.abort();
  await expect(asking).rejects.toThrow(EngineUnavailable);
  expect(asked()).toBe(1);
});
