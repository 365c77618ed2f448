import { expect, test } from 'vitest';
import { LiveAnswer } from './live-answer.ts';

const text = (value: string) => ({ type: 'text', value }) as const;

function answerOf(write: (lines: string) => Promise<void> = async () => {}) {
  const written: string[] = [];
  const failures: unknown[] = [];
  const log = {
    write: async (lines: string) => {
      await write(lines);
      written.push(lines);
    },
    hold: async () => {},
  };
  return { written, failures, answer: new LiveAnswer(log, (error) => failures.push(error)) };
}

async function read(answer: LiveAnswer): Promise<string> {
  let all = '';
  for await (const lines of answer.read()) all += lines;
  return all;
}

test('Live answer gives every reader all lines, even to a reader who begins late', async () => {
  const { answer } = answerOf();
  const early = read(answer);
  answer.add(text('Once'));
  await new Promise(setImmediate);
  answer.add(text('upon'));
  const late = read(answer);
  answer.end();
  const all = '0:"Once"\n0:"upon"\n';
  expect(await Promise.all([early, late, read(answer)])).toEqual([all, all, all]);
});

test('Live answer stores parts that arrive together in order, with one write', async () => {
  const { answer, written } = answerOf();
  answer.add(text('Once'));
  answer.add(text('upon'));
  await answer.written();
  answer.add(text('a'));
  await answer.written();
  await answer.written();
  answer.end();
  expect(written).toEqual(['0:"Once"\n0:"upon"\n', '0:"a"\n']);
});

test('Live answer of 9,000 characters is stored without the debounce delay', async () => {
  const begun = Promise.withResolvers<string>();
  const { answer } = answerOf(async (lines) => begun.resolve(lines));
  answer.add(text('x'.repeat(9_000)));
  expect((await begun.promise).length).toBeGreaterThan(9_000);
  answer.end();
});

test('Live answer reports a failed write, and readers still get all content', async () => {
  const { answer, failures } = answerOf(() => Promise.reject(new Error('away')));
  answer.add(text('Once'));
  await answer.written();
  answer.end();
  expect(failures).toEqual([new Error('away')]);
  expect(await read(answer)).toBe('0:"Once"\n');
});
