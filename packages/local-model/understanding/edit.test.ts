import { expect, test } from 'vitest';
import { type Edit, editIn } from './edit.ts';
import { plainText } from './plain-text.ts';

const edits: readonly (readonly [string, Edit])[] = [
  ['Make day 2 slower', { kind: 'slower', day: 2 }],
  ['the last day is too packed', { kind: 'slower', day: -1 }],
  ['Swap the museum for a view', { kind: 'swap', from: 'museum', to: 'view', day: null }],
  ['on day 2, replace the castle with a garden', { kind: 'swap', from: 'castle', to: 'garden', day: 2 }],
  ['a market instead of the cathedral', { kind: 'swap', from: 'cathedral', to: 'market', day: null }],
  ['Add a dinner spot near the river', { kind: 'add', thing: 'dinner spot', near: 'river', day: null }],
  ['add the Tate Modern to day 2, please', { kind: 'add', thing: 'tate modern', near: null, day: 2 }],
  ['we arrive at noon', { kind: 'arrive', time: 720 }],
  ['we fly home at 3 pm', { kind: 'leave', time: 900 }],
  ['Remove everything north of the river', { kind: 'remove-side', direction: 'north', of: 'river', day: null }],
  ['drop the museums on day 1', { kind: 'remove', thing: 'museums', day: 1 }],
  ["we don't want to see the Pantheon", { kind: 'remove', thing: 'pantheon', day: null }],
  ['What is near the cathedral?', { kind: 'near', thing: 'cathedral' }],
  ['move the castle to day 3', { kind: 'move', thing: 'castle', day: 3 }],
  ['add another day', { kind: 'add-days', count: 1 }],
  ['stay two more days', { kind: 'add-days', count: 2 }],
  ['make it 5 days', { kind: 'set-days', count: 5 }],
  ['rename it to “Rainy London”', { kind: 'rename', title: 'Rainy London' }],
  ['spend two hours at Borough Market', { kind: 'stay', thing: 'borough market', minutes: 120 }],
  ['find the shortest route for day 1', { kind: 'order', day: 1 }],
  ['what is planned on day 2?', { kind: 'list', day: 2 }],
  ['what else is there?', { kind: 'else' }],
  ['go on', { kind: 'fuller', day: null }],
];

test.each(edits)('editIn() parses the edit in: %s', (words, edit) => {
  expect(editIn(plainText(words), words)).toEqual(edit);
});

test.each(['thank you', 'is this good for kids?', 'asdf'])('editIn() returns null for: %s', (words) => {
  expect(editIn(plainText(words), words)).toBeNull();
});
