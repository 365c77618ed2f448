import { expect, test } from 'vitest';
import { createPageQueue } from './service.ts';

const places = () => {
  const refusal = (words: string) => () => new Error(words);
  return createPageQueue({ atOnce: 3, waiting: 4, refusal: refusal('all') }, { atOnce: 1, waiting: 2, refusal: refusal('own') });
};

test('Page queue refuses pages above the limit of a caller, and renders pages of others at once', async () => {
  const { run } = places();
  const hold = Promise.withResolvers<void>();
  const flood = Array.from({ length: 10 }, () =>
    run('a', () => hold.promise).then(
      () => 'drawn',
      (error: Error) => error.message,
    ),
  );
  expect(await run('b', async () => 'b')).toBe('b');
  hold.resolve();
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer === 'drawn')).toHaveLength(3);
  expect(answers.filter((answer) => answer === 'own')).toHaveLength(7);
  expect(await run('a', async () => 'again')).toBe('again');
});

test('Page queue refuses further callers above its common limit of seven', async () => {
  const { run } = places();
  const hold = Promise.withResolvers<void>();
  const crowd = Array.from({ length: 10 }, (_, at) =>
    run(`caller ${at}`, () => hold.promise).then(
      () => 'drawn',
      (error: Error) => error.message,
    ),
  );
  hold.resolve();
  const answers = await Promise.all(crowd);
  expect(answers.filter((answer) => answer === 'all')).toHaveLength(3);
});

test('Page queue accepts further work after a failed rendering', async () => {
  const { run } = places();
  await expect(run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await run('a', async () => 1)).toBe(1);
});
