import type { Plan } from '../../../model/arrangement/arrangement.ts';

/** The plan without what was deleted and can still be taken back; the days behind a deleted one move up. */
export function visiblePlan({ days, stops }: Plan, gone: ReadonlySet<string>): Plan {
  if (gone.size === 0) return { days, stops };
  const left = stops.filter(({ id }) => !gone.has(id)).map((stop) => ({ ...stop, dayIds: stop.dayIds.filter((id) => !gone.has(id)) }));
  const remaining = days.toSorted((a, b) => a.number - b.number).filter(({ id }) => !gone.has(id));
  return { days: remaining.map((day, index) => ({ ...day, number: index + 1 })), stops: left };
}
