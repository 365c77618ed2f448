import { expect, test } from 'vitest';
import { codePaths, commentFaultOf, isTestCode, parseFile, titleFaultOf, titlesOf } from './sources.ts';

test('a comment begins with its subject and has short sentences', () => {
  const comments = codePaths().flatMap((path) => parseFile(path).comments);
  const faulty = comments.flatMap((comment) => {
    const fault = commentFaultOf(comment);
    return fault ? [`${comment.path}:${comment.line} ${fault}`] : [];
  });
  expect(comments.length).toBeGreaterThan(10_000);
  expect(faulty).toEqual([]);
}, 60_000);

test('a test title begins with its subject', () => {
  const titles = codePaths().filter(isTestCode).flatMap(titlesOf);
  const faulty = titles.flatMap((title) => {
    const fault = titleFaultOf(title);
    return fault ? [`${title.path}:${title.line} ${fault}`] : [];
  });
  expect(titles.length).toBeGreaterThan(3_000);
  expect(faulty).toEqual([]);
});

test.each([
  ['Whoever asks is told.', 'begins with Whoever'],
  ['What is asked for.', 'begins with What'],
  [`A ${'very '.repeat(25)}long sentence.`, 'has a sentence of 28 words'],
  ['Longest wait, milliseconds.', undefined],
  ['First sentence of a comment. @param count number of rows @throws Rejected when there are none', undefined],
])('comment %j has the expected fault', (text, fault) => {
  expect(commentFaultOf({ path: 'a.ts', line: 1, text })).toBe(fault);
});
