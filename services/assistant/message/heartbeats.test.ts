import { expect, test } from 'vitest';
import { withHeartbeats } from './message.routes.ts';

test('Heartbeats are sent during a silence of the stream, and all its lines follow', async () => {
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

test('Heartbeats leave a busy stream and its errors unchanged', async () => {
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

test('Heartbeats end at once when the reader leaves a silent stream', async () => {
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
