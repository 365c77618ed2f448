import { expect, test } from 'vitest';
import { withoutStopWords } from './question.ts';
import { wordsOf } from './words.ts';

test.each([
  ['the tower of London', 'tower london'],
  ['Das Haus am See', 'haus see'],
  ['Musée d’Orsay à Paris', 'musee orsay paris'],
  ['la Sagrada Família de Barcelona', 'sagrada familia barcelona'],
  ['temples in', 'temples in'],
  ['in', 'in'],
  ['La La', 'la la'],
  ['The Who', 'who'],
  ['kyotto tempel', 'kyotto tempel'],
  ['', ''],
])('Search query “%s” without stop words is: %s', (question, words) => {
  expect(withoutStopWords(wordsOf(question)).join(' ')).toBe(words);
});
