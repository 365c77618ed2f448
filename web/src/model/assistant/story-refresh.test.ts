import { expect, test } from 'vitest';
import { StoryRefresh } from './story-refresh.ts';

function watched() {
  const asked: { id: string; stopIds: readonly string[]; answer: (error?: Error) => void }[] = [];
  const refresh = new StoryRefresh((id, stopIds) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    asked.push({ id, stopIds, answer: (error) => (error ? reject(error) : resolve()) });
    return promise;
  });
  return { refresh, asked };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('Writes of the assistant during a refresh of the story are covered by one further refresh', async () => {
  const { refresh, asked } = watched();
  refresh.written('a', ['1']);
  refresh.written('a', ['2']);
  refresh.written('a', ['3', '2']);
  refresh.written('b', []);
  expect(asked.map(({ id, stopIds }) => [id, stopIds])).toEqual([
    ['a', ['1']],
    ['b', []],
  ]);
  asked[0]?.answer();
  await turn();
  expect(asked[2]).toMatchObject({ id: 'a', stopIds: ['2', '3'] });
  asked[2]?.answer();
  await turn();
  expect(asked).toHaveLength(3);
});

test('Failed refresh of the story does not block the next one', async () => {
  const { refresh, asked } = watched();
  refresh.written('a', ['1']);
  asked[0]?.answer(new Error('away'));
  await turn();
  refresh.written('a', ['2']);
  expect(asked[1]).toMatchObject({ stopIds: ['2'] });
});
