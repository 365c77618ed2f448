import { cityOf } from '../../world/atlas.ts';
import { longest, planTrip } from '../plan-trip.ts';
import type { Script } from '../session.ts';
import { type Editing, storyCities } from './targets.ts';

/** Sights of the other story that each day of the new one keeps at most. */
const keptPerDay = 3;

/** Plans a trip of the user's own to the cities of the open story, with its length and as many of its sights as days hold. */
export function planAlike(session: Editing): Script {
  const cities = storyCities(session);
  if (cities.length === 0) return knowsNone();
  const days = Math.min(Math.max(session.story.days.length, 1), longest);
  const must = session.story.stops.flatMap(({ point }) => point?.key ?? []).filter((key) => cityOf(session.atlas, key.split('/')[0] ?? ''));
  const legs = cities.map(({ slug }) => ({ destination: { kind: 'city', slug } as const, days: null }));
  const wish = { ...session.latest, legs, days, must: must.slice(0, days * keptPerDay) };
  return planTrip(Object.assign(session, { wish, story: null }));
}

// biome-ignore lint/correctness/useYield: a script that calls no tool
function* knowsNone(): Script {
  return 'I know no sights where this itinerary goes, so I cannot plan one like it. Each of its stops can be added to a trip of yours on its page.';
}
