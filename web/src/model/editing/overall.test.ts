import { expect, test } from 'vitest';
import { overallOf, type TextStanding } from './overall.ts';

const saved: TextStanding = { phase: 'saved', isUnsaved: false, isWrong: false, isRestored: false, problem: null };
const still = { phase: 'saved', pending: [] } as const;

test('Session is saved when every part is', () => {
  expect(overallOf([saved, saved], still)).toEqual({ phase: 'saved', isUnsaved: false, isRestored: false, problem: null });
});

test('Parts that need the writer come first', () => {
  const away: TextStanding = { ...saved, phase: 'retrying', isUnsaved: true };
  expect(overallOf([saved, away], { phase: 'saving', pending: [] })).toMatchObject({ phase: 'retrying', isUnsaved: true });
  expect(overallOf([away], { phase: 'conflict', pending: [] }).phase).toBe('conflict');
});

test('Invalid field waits for the writer, not for the server', () => {
  expect(overallOf([{ ...saved, phase: 'waiting', isWrong: true, isUnsaved: true }], still).phase).toBe('wrong');
});

test('Pending move is unsaved', () => {
  const move = { move: { stopId: 'a', from: 'x', to: 'y', before: null }, baseline: { from: [], to: [] }, order: null };
  expect(overallOf([saved], { phase: 'saving', pending: [move] }).isUnsaved).toBe(true);
});
