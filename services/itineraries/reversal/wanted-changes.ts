import type { LeftThing } from '@waystory/proto/itineraries/reversal.ts';
import type { Run, StoryHistory, ThingHistory } from './story-history.ts';
import { type Doc, docOf, fieldValue, isSame, type Thing, withValues } from './thing.ts';

/** Change that restores the state of one thing before the cause. */
export type WantedChange = Thing & { doc: Doc } & (
    | { change: 'REMOVED' }
    | { change: 'RESTORED' }
    /** Old values by field. */
    | { change: 'CHANGED'; values: Map<string, unknown> }
  );

/** A thing that is left unchanged, with the reason. */
export interface Left extends Thing {
  doc: Doc;
  fields: readonly string[];
  reason: LeftThing['reason'];
}

/** Changes that a reversal needs, thing by thing, and later writes by others. Dependencies between things are not considered here. */
export function wantedChanges(history: StoryHistory): { wanted: WantedChange[]; left: Left[] } {
  const wanted: WantedChange[] = [];
  const left: Left[] = [];
  for (const thing of history.things) {
    const { kind, id, existence, fields } = thing;
    const doc = docOf(history.story, thing);
    const coming = existence.at(-1);
    if (coming?.isAsked) {
      const isNew = coming.before === undefined;
      if (!isNew && !doc) wanted.push({ kind, id, doc: asBefore(thing, coming.before as Doc), change: 'RESTORED' }); // what went was a document
      if (isNew && doc && isWrittenSince(thing, coming.version)) left.push({ kind, id, doc, fields: othersIn(thing), reason: 'CHANGED_LATER' });
      else if (isNew && doc) wanted.push({ kind, id, doc, change: 'REMOVED' });
    } else {
      const asked = [...fields].filter(([, runs]) => runs.some(({ isAsked }) => isAsked));
      const own = asked.filter(([, runs]) => runs.at(-1)?.isAsked);
      const others = asked.filter(([, runs]) => !runs.at(-1)?.isAsked).map(([field]) => field);
      if (!doc) {
        if (asked.length > 0) left.push({ kind, id, doc: thing.doc, fields: asked.map(([field]) => field), reason: 'REMOVED_LATER' });
        continue;
      }
      const values = new Map(own.flatMap(([field, runs]) => oldValue(doc, field, runs)));
      if (values.size > 0) wanted.push({ kind, id, doc, change: 'CHANGED', values });
      if (others.length > 0) left.push({ kind, id, doc, fields: others, reason: 'CHANGED_LATER' });
    }
  }
  return { wanted, left };
}

/** Value of a field before its last write, with its name; nothing if it equals the present value. */
function oldValue(doc: Doc, field: string, runs: readonly Run[]): [string, unknown][] {
  const before = runs.at(-1)?.before;
  return isSame(before, fieldValue(doc, field)) ? [] : [[field, before]];
}

/** Document of a removed thing, without earlier writes of the cause to it. */
function asBefore({ fields }: ThingHistory, doc: Doc): Doc {
  const old = [...fields].flatMap(([field, runs]) => {
    const last = runs.at(-1);
    return last?.isAsked ? [[field, last.before] as const] : [];
  });
  return withValues(doc, new Map(old));
}

const othersIn = ({ fields }: ThingHistory): string[] => [...fields].flatMap(([field, runs]) => (runs.at(-1)?.isAsked === false ? [field] : []));

/** Whether anybody else wrote to a thing since its creation. */
const isWrittenSince = ({ fields }: ThingHistory, version: number): boolean =>
  [...fields.values()].some((runs) => runs.some((run) => !run.isAsked && run.version > version));

/** Whether anybody else wrote to the story. */
export const isWrittenByOthers = ({ things }: StoryHistory): boolean =>
  things.some(({ existence, fields }) => [existence, ...fields.values()].some((runs) => runs.some(({ isAsked }) => !isAsked)));

/** Value of a field after the reversal. */
export const wantedValue = ({ doc, ...wanted }: WantedChange, field: string): unknown =>
  wanted.change === 'CHANGED' && wanted.values.has(field) ? wanted.values.get(field) : fieldValue(doc, field);
