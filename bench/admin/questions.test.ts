import { listQuery } from '@waystory/proto/kit/list.ts';
import { postList } from '@waystory/proto/social/post.ts';
import { expect, test } from 'vitest';
import { questionsOver } from './questions.ts';

const comments = 1_000_000;

test.each(questionsOver(comments))('$name: the API takes it in every turn', ({ order, filter }) => {
  for (let turn = 0; turn < 40; turn++) {
    const asked = listQuery(postList).safeParse({ page: '100', limit: '25', sort: `createdAt ${order}`, filter: JSON.stringify(filter(turn)) });
    expect(asked.error).toBeUndefined();
  }
});

test('what names somebody or a time is another question each time', () => {
  const changing = questionsOver(comments).filter(({ filter }) => /Id|createdAt/.test(JSON.stringify(filter(0))));
  expect(changing).toHaveLength(4);
  for (const { filter } of changing) expect(new Set(Array.from({ length: 40 }, (_, turn) => JSON.stringify(filter(turn)))).size).toBe(40);
});
