import { expect, test } from 'vitest';
import { overallOf, type TextStanding } from './overall.ts';

const saved: TextStanding = { phase: 'saved', isUnsaved: false, isWrong: false, isRestored: false, problem: null };
const still = { phase: 'saved', pending: [] } as const;

test('everything is saved when every part is', () => {
  expect(overallOf([saved, saved], still)).toEqual({ phase: 'saved', isUnsaved: false, isRestored: false, problem: null });
});

test('what needs the writer is said before what does not', () => {
  const away: TextStanding = { ...saved, phase: 'retrying', isUnsaved: true };
  expect(overallOf([saved, away], { phase: 'saving', pending: [] })).toMatchObject({ phase: 'retrying', isUnsaved: true });
  expect(overallOf([away], { phase: 'conflict', pending: [] }).phase).toBe('conflict');
});

test('a field that breaks its rule waits for the writer, not for the server', () => {
  expect(overallOf([{ ...saved, phase: 'waiting', isWrong: true, isUnsaved: true }], still).phase).toBe('wrong');
});

test('a move on its way is not saved yet', () => {
  const move = { move: { stopId: 'a', from: 'x', to: 'y', before: null }, baseline: { from: [], to: [] }, order: null };
  expect(overallOf([saved], { phase: 'saving', pending: [move] }).isUnsaved).toBe(true);
});
