import { comparable } from '@waystory/infra/places/name-words.ts';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { z } from 'zod';
import type { Point } from '../world/atlas.ts';
import type { AnsweredCall, Call } from './messages.ts';
import { callTools, type Session, type Step } from './session.ts';

const candidate = z.looseObject({
  placeId: z.string(),
  name: z.string(),
  placeName: z.string(),
  featureType: z.string().nullish(),
  coordinates: z.looseObject({ latitude: z.number(), longitude: z.number() }),
  address: z.looseObject({ countryCode: z.string().nullish(), state: z.string().nullish(), countryName: z.string().nullish() }).nullish(),
});
export type Candidate = z.output<typeof candidate>;

/** A point of the atlas that a lookup answered: it may be proposed. */
export interface KnownPoint extends Point {
  placeId: string;
}

export const lookup = (query: string, limit = 5): Call => ({ name: 'lookup_location', args: { query, limit } });

/** Candidates that a lookup answered, best first; none when it failed. */
export function candidatesOf({ result }: AnsweredCall): Candidate[] {
  const { success, data } = z.looseObject({ candidates: z.array(z.unknown()) }).safeParse(result);
  return success ? data.candidates.flatMap((one) => candidate.safeParse(one).data ?? []) : [];
}

export const queryFor = ({ name, town }: Point): string => `${name.replace(/\s*\(.*?\)/g, '').replace(/\s*\/.*$/, '')}, ${town}`;

/** So far from where the atlas has it a place is still the same, kilometres; and if it is not called quite so. */
const reach = { sameName: 1, otherName: 0.3 };

/** The candidate that is this point, and not only called like it. */
function thatIs(point: Point, candidates: readonly Candidate[]): Candidate | undefined {
  const names = [point.name, ...point.otherNames].map(comparable);
  const first = comparable(queryFor(point).split(',')[0] ?? '');
  return candidates.find(({ name, coordinates }) => {
    const kilometres = kilometresBetween(coordinates, point.coordinates);
    if (names.includes(comparable(name)) || comparable(name) === first) return kilometres <= reach.sameName;
    return kilometres <= reach.otherName && comparable(name).includes(first);
  });
}

/** Looks points up; those that are not answered are dropped. */
export function* lookUpPoints(session: Session, points: readonly Point[], say = ''): Generator<Step, KnownPoint[], readonly AnsweredCall[]> {
  const answers = yield* callTools(
    session,
    points.map((point) => lookup(queryFor(point))),
    say,
  );
  return answers.flatMap((answer, index) => {
    const point = points[index];
    const match = point && thatIs(point, candidatesOf(answer));
    if (!point || !match) return [];
    const coordinates: Coordinates = { latitude: match.coordinates.latitude, longitude: match.coordinates.longitude };
    return [{ ...point, name: match.name, coordinates, placeId: match.placeId }];
  });
}
