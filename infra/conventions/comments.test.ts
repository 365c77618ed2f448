import { expect, test } from 'vitest';
import { codePaths, faultOf, parsed } from './sources.ts';

/** Folders with comments from before the house style; the list only shrinks. */
const unfinished = ['infra/commands/', 'infra/event-store/', 'infra/host/', 'infra/http/', 'infra/reactors/', 'infra/read-models/'];

test('a comment begins with its subject and has short sentences', () => {
  const paths = codePaths().filter((path) => !unfinished.some((folder) => path.startsWith(folder)));
  const comments = paths.flatMap((path) => parsed(path).comments);
  const faulty = comments.flatMap((comment) => {
    const fault = faultOf(comment);
    return fault ? [`${comment.path}:${comment.line} ${fault}`] : [];
  });
  expect(comments.length).toBeGreaterThan(10_000);
  expect(faulty).toEqual([]);
}, 60_000);

test.each([
  ['Whoever asks is told.', 'begins with Whoever'],
  ['What is asked for.', 'begins with What'],
  [`A ${'very '.repeat(25)}long sentence.`, 'has a sentence of 28 words'],
  ['Longest wait, milliseconds.', undefined],
  ['First sentence of a comment. @param count number of rows @throws Rejected when there are none', undefined],
])('%j is judged', (text, fault) => {
  expect(faultOf({ path: 'a.ts', line: 1, text })).toBe(fault);
});
