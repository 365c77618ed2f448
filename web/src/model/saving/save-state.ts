import {
  conflictsOf,
  type Edits,
  editedFields,
  type FieldConflict,
  isSameValue,
  onlyFields,
  type Versioned,
  withoutFields,
  withoutSame,
} from './versions.ts';

/**
 * `waiting`: the writer is typing. `saving`: a request is in flight. `retrying`: the server is unreachable. `signed-out`: the session has expired.
 * `conflict`: another person changed the same field. `refused`: the server rejected the value.
 */
export type SavePhase = 'saved' | 'waiting' | 'saving' | 'retrying' | 'signed-out' | 'conflict' | 'refused';

export interface SaveState<F extends object> {
  /** Acknowledged values. */
  base: Versioned<F>;
  /** Typed, unacknowledged values. */
  edits: Edits<F>;
  /** The edits in flight. */
  sending: Edits<F> | null;
  phase: SavePhase;
  /** Failed attempts in a row. */
  failures: number;
  /** The other person's version while the phase is `conflict`. */
  theirs: Versioned<F> | null;
  /** Problem code while the phase is `refused`. */
  problem: string | null;
}

export type SaveEvent<F extends object> =
  | { type: 'edited'; edits: Edits<F> }
  | { type: 'sent'; fields: readonly (keyof F)[] }
  | { type: 'acknowledged'; server: Versioned<F> }
  /** A read returned the server's state. */
  | { type: 'received'; server: Versioned<F> }
  /** A write failed its version check; `server` is the current state. */
  | { type: 'stale'; server: Versioned<F> }
  | { type: 'unreachable' }
  | { type: 'signed-out' }
  | { type: 'refused'; problem: string }
  /** The writer decided which of their own fields to keep. */
  | { type: 'resolved'; keep: readonly (keyof F)[] }
  | { type: 'discarded' };

export const savedState = <F extends object>(base: Versioned<F>): SaveState<F> => ({
  base,
  edits: {},
  sending: null,
  phase: 'saved',
  failures: 0,
  theirs: null,
  problem: null,
});

/** Shown values: edits over the server's fields. */
export const fieldsIn = <F extends object>({ base, edits }: SaveState<F>): F => ({ ...base.fields, ...edits });

export const isUnsaved = ({ edits }: SaveState<object>): boolean => Object.keys(edits).length > 0;

export function conflictsIn<F extends object>({ base, edits, theirs }: SaveState<F>): FieldConflict<F>[] {
  return theirs ? conflictsOf(base.fields, edits, theirs.fields) : [];
}

/** State machine of saving. Pure, so that any order of events can be tested not to lose an edit. */
export function nextSaveState<F extends object>(state: SaveState<F>, event: SaveEvent<F>): SaveState<F> {
  switch (event.type) {
    case 'edited':
      return afterEdit(state, event.edits);
    case 'sent':
      return { ...state, sending: onlyFields(state.edits, event.fields), phase: 'saving' };
    case 'acknowledged':
      return acknowledged(state, event.server);
    case 'received':
      return received(state, event.server);
    case 'stale':
      return stale(state, event.server);
    case 'unreachable':
      return { ...state, sending: null, phase: 'retrying', failures: state.failures + 1 };
    case 'signed-out':
      return { ...state, sending: null, phase: 'signed-out' };
    case 'refused':
      return { ...state, sending: null, phase: 'refused', problem: event.problem };
    case 'resolved':
      return resolved(state, event.keep);
    case 'discarded':
      return savedState(state.theirs ?? state.base);
    default:
      return event satisfies never;
  }
}

function afterEdit<F extends object>(state: SaveState<F>, more: Edits<F>): SaveState<F> {
  const edits = { ...state.edits, ...more };
  // With a field in flight, the server may soon differ from `base`, so no edit is treated as redundant yet.
  const left = state.sending ? edits : withoutSame(edits, state.base.fields);
  if (state.phase === 'saving' || state.phase === 'conflict' || state.phase === 'signed-out' || state.phase === 'retrying')
    return { ...state, edits: left };
  return settled({ ...state, edits: left, problem: null });
}

function acknowledged<F extends object>(state: SaveState<F>, server: Versioned<F>): SaveState<F> {
  const { sending } = state;
  const arrived = sending ? editedFields(sending).filter((field) => isSameValue(state.edits[field], sending[field])) : [];
  const edits = withoutSame(withoutFields(state.edits, arrived), server.fields);
  return settled({ ...savedState(server), edits });
}

/** Adopts another person's changes to other fields. A change to the same field becomes a conflict at the next save. */
function received<F extends object>(state: SaveState<F>, server: Versioned<F>): SaveState<F> {
  if (server.version <= state.base.version || state.phase === 'saving' || state.phase === 'conflict') return state;
  if (conflictsOf(state.base.fields, state.edits, server.fields).length > 0) return state;
  const rebased = { ...state, base: server, edits: withoutSame(state.edits, server.fields) };
  return isUnsaved(rebased) ? rebased : settled(rebased);
}

function stale<F extends object>(state: SaveState<F>, server: Versioned<F>): SaveState<F> {
  const now = { ...state, sending: null, failures: 0 };
  if (conflictsOf(state.base.fields, state.edits, server.fields).length > 0) return { ...now, phase: 'conflict', theirs: server };
  return settled({ ...now, base: server, edits: withoutSame(state.edits, server.fields) });
}

function resolved<F extends object>(state: SaveState<F>, keep: readonly (keyof F)[]): SaveState<F> {
  if (!state.theirs) return state;
  const lost = conflictsIn(state)
    .map(({ field }) => field)
    .filter((field) => !keep.includes(field));
  const edits = withoutSame(withoutFields(state.edits, lost), state.theirs.fields);
  return settled({ ...savedState(state.theirs), edits });
}

const settled = <F extends object>(state: SaveState<F>): SaveState<F> => ({ ...state, phase: isUnsaved(state) ? 'waiting' : 'saved' });
