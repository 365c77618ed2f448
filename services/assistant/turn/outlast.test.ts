import { EngineUnavailable } from '@waystory/infra/errors.ts';
import { expect, test } from 'vitest';
import { outlast } from './outlast.ts';

/** An engine that fails so often with something, and then answers. */
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

test('what an engine that is away for a moment is asked is answered when it is back', async () => {
  expect(await outlast(engine(2).ask, never)).toBe(3);
});

test('what fails for another reason is not asked again', async () => {
  const { ask, asked } = engine(1, new Error('no'));
  await expect(outlast(ask, never)).rejects.toThrow('no');
  expect(asked()).toBe(1);
});

test('nobody waits for an engine once the turn has ended', async () => {
  const stop = new AbortController();
  const { ask, asked } = engine(Number.POSITIVE_INFINITY);
  const asking = outlast(ask, stop.signal);
  stop.abort();
  await expect(asking).rejects.toThrow(EngineUnavailable);
  expect(asked()).toBe(1);
});
