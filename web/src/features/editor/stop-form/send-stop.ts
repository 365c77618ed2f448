import type { Stop, stopRoutes } from '@waystory/proto/itineraries/stop.ts';
import type { Client } from '@waystory/proto/kit/client.ts';
import type { Sent } from '@waystory/proto/kit/route.ts';
import { isStale, problemCode } from '../../../client/api.ts';
import { failureOf } from '../../../model/saving/failure.ts';
import { conflictsOf, type Edits, sameValue, type Versioned } from '../../../model/saving/versions.ts';
import type { StopText } from './stop-values.ts';

type Writes = Pick<Client<typeof stopRoutes>, 'addStop' | 'patchStop' | 'deleteStop'>;
export type NewStop = Sent<typeof stopRoutes.addStop>['body'];

/** An attempt to add a stop, as it is kept until its answer is here. */
export interface Attempt {
  key: string;
  /** Null when nothing was sent, or it is known that it was not taken. */
  sent: Record<string, unknown> | null;
}

/** Gone already counts as deleted. */
const unlessGone = (error: unknown): void => {
  if (problemCode(error) !== 'stop/unknown') throw error;
};

/**
 * Adds a stop once, however often it is tried. When an attempt with other text may have arrived, that one is taken back first, because a key stands
 * for one request.
 * @param keep Told of every attempt before it is made.
 */
export async function addOnce(api: Writes, itineraryId: string, attempt: Attempt, body: NewStop, keep: (attempt: Attempt) => void): Promise<Stop> {
  let { key } = attempt;
  if (attempt.sent && !sameValue(attempt.sent, body)) {
    await takeBack(api, itineraryId, key, attempt.sent as NewStop); // kept by an earlier call, as it was sent
    key = crypto.randomUUID();
  }
  keep({ key, sent: { ...body } });
  try {
    return await api.addStop({ params: { itineraryId }, body, idempotencyKey: key });
  } catch (error) {
    // What was refused is known not to be there, so the next attempt is a new one.
    if (failureOf(error).type !== 'unreachable') keep({ key: crypto.randomUUID(), sent: null });
    throw error;
  }
}

async function takeBack(api: Writes, itineraryId: string, idempotencyKey: string, body: NewStop): Promise<void> {
  try {
    const { id } = await api.addStop({ params: { itineraryId }, body, idempotencyKey });
    await api.deleteStop({ params: { itineraryId, id } });
  } catch (error) {
    // Refused means that it never got there, or is gone.
    if (failureOf(error).type !== 'refused') throw error;
  }
}

/** Puts a new stop in the place of an old one: the way to another place, which a stop cannot change. */
export async function replaceStop(api: Writes, old: Stop, attempt: Attempt, body: NewStop, state: Stop['state'], keep: (attempt: Attempt) => void) {
  const { itineraryId, dayIds, index } = old;
  const added = await addOnce(api, itineraryId, attempt, { ...body, dayIds, index }, keep);
  if (state !== added.state) await api.patchStop({ params: { itineraryId, id: added.id }, body: { state } });
  await api.deleteStop({ params: { itineraryId, id: old.id } }).catch(unlessGone);
  return added;
}

export interface RewritePorts {
  send(edits: Edits<StopText>, version: number): Promise<Stop>;
  /** What the server has now. */
  load(): Promise<Versioned<StopText>>;
}
export type Rewritten = { type: 'saved'; stop: Stop } | { type: 'conflict'; theirs: Versioned<StopText> };

/** Somebody may write in between so often before it counts as unreachable. */
const mostAttempts = 4;

/** Sends what was edited. What somebody else wrote meanwhile stands beside it, and is a conflict only where both wrote. */
export async function rewriteStop(ports: RewritePorts, base: Versioned<StopText>, edits: Edits<StopText>): Promise<Rewritten> {
  let { version } = base;
  for (let attempt = 1; ; attempt++) {
    try {
      return { type: 'saved', stop: await ports.send(edits, version) };
    } catch (error) {
      if (!isStale(error) || attempt === mostAttempts) throw error;
      const theirs = await ports.load();
      if (conflictsOf(base.fields, edits, theirs.fields).length > 0) return { type: 'conflict', theirs };
      version = theirs.version;
    }
  }
}
