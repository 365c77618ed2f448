import { expect, test } from 'vitest';
import { overallSaveState, type TextSaveState } from './overall.ts';

const saved: TextSaveState = { phase: 'saved', isUnsaved: false, isWrong: false, isRestored: false, problem: null };
const still = { phase: 'saved', pending: [] } as const;

test('Overall phase is saved when all texts and moves are saved', () => {
  expect(overallSaveState([saved, saved], still)).toEqual({ phase: 'saved', isUnsaved: false, isRestored: false, problem: null });
});

test('Overall phase is the most urgent phase of all parts', () => {
  const away: TextSaveState = { ...saved, phase: 'retrying', isUnsaved: true };
  expect(overallSaveState([saved, away], { phase: 'saving', pending: [] })).toMatchObject({ phase: 'retrying', isUnsaved: true });
  expect(overallSaveState([away], { phase: 'conflict', pending: [] }).phase).toBe('conflict');
});

test('Overall phase with an invalid field is wrong, not waiting', () => {
  expect(overallSaveState([{ ...saved, phase: 'waiting', isWrong: true, isUnsaved: true }], still).phase).toBe('wrong');
});

test('Overall save state with a pending move is unsaved', () => {
  const move = { move: { stopId: 'a', from: 'x', to: 'y', before: null }, baseline: { from: [], to: [] }, order: null };
  expect(overallSaveState([saved], { phase: 'saving', pending: [move] }).isUnsaved).toBe(true);
});
