import { expect, test } from 'vitest';
import { withHeartbeats } from './heartbeats.ts';

test('a silent stream says again and again that it is there, and then goes on', async () => {
  const word = Promise.withResolvers<string>();
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield '0:"Bom"\n';
    yield await word.promise;
  }
  const heard: string[] = [];
  for await (const line of withHeartbeats(lines(), 5)) {
    heard.push(line);
    if (heard.length === 4) word.resolve('0:"dia"\n');
  }
  expect(heard.slice(0, 4)).toEqual(['0:"Bom"\n', '\n', '\n', '\n']);
  expect(heard.filter((line) => line !== '\n')).toEqual(['0:"Bom"\n', '0:"dia"\n']);
});

test('a stream that is busy is left as it is, and its fault is passed on', async () => {
  async function* lines(): AsyncGenerator<string, void, undefined> {
    yield* ['a\n', 'b\n'];
    throw new Error('away');
  }
  const heard: string[] = [];
  const reading = async (): Promise<void> => {
    for await (const line of withHeartbeats(lines(), 60_000)) heard.push(line);
  };
  await expect(reading()).rejects.toThrow('away');
  expect(heard).toEqual(['a\n', 'b\n']);
});

test('who goes while nothing is said does not wait, and the stream is given up', async () => {
  const never = Promise.withResolvers<void>();
  let isGivenUp = false;
  async function* lines(): AsyncGenerator<string, void, undefined> {
    try {
      await never.promise;
      yield 'never\n';
    } finally {
      isGivenUp = true;
    }
  }
  const reading = withHeartbeats(lines(), 5);
  expect(await reading.next()).toEqual({ done: false, value: '\n' });
  await reading.return();
  never.resolve();
  await expect.poll(() => isGivenUp).toBe(true);
});
