import type { MoveState } from '../arrangement/move-queue.ts';
import type { SavePhase } from '../saving/save-state.ts';

/** Saving state of one text. */
export interface TextSaveState {
  phase: SavePhase;
  isUnsaved: boolean;
  /** A field violates its rule. */
  isWrong: boolean;
  isRestored: boolean;
  problem: string | null;
}

interface SaverStanding {
  state: { phase: SavePhase; edits: object; problem: string | null };
  problems: object;
  restored: readonly unknown[];
}

/** Saving state of a saver's text. */
export const textSaveStateOf = ({ state, problems, restored }: SaverStanding): TextSaveState => ({
  phase: state.phase,
  isUnsaved: Object.keys(state.edits).length > 0,
  isWrong: Object.keys(problems).length > 0,
  isRestored: restored.length > 0,
  problem: state.problem,
});

/** Overall saving state, with the most urgent phase of all parts. */
export interface OverallSaveState {
  phase: SavePhase | 'wrong';
  isUnsaved: boolean;
  isRestored: boolean;
  problem: string | null;
}

const byUrgency = ['conflict', 'signed-out', 'refused', 'retrying', 'wrong', 'saving', 'waiting', 'saved'] as const;

export function overallSaveState(texts: readonly TextSaveState[], moves: Pick<MoveState, 'phase' | 'pending'>): OverallSaveState {
  const standing = texts.map(({ phase, isWrong }) => (phase === 'waiting' && isWrong ? 'wrong' : phase));
  const phases = new Set<OverallSaveState['phase']>([...standing, moves.phase]);
  return {
    phase: byUrgency.find((phase) => phases.has(phase)) ?? 'saved',
    isUnsaved: texts.some(({ isUnsaved }) => isUnsaved) || moves.pending.length > 0,
    isRestored: texts.some(({ isRestored }) => isRestored),
    problem: texts.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}
