import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { projectionRoutes } from '@waystory/proto/operations/projection.ts';
import { systemRoutes } from '@waystory/proto/operations/system.ts';
import { each, trickyTexts } from '@waystory/proto/testing/hostile-words.fixture.ts';
import { definitions } from '@waystory/services/all.ts';
import { z } from 'zod';
import type { Draw } from './draw.ts';

export interface DrilledRoute {
  name: string;
  /** Method and path. */
  title: string;
  route: Route;
  /** Fields of a list route; null for any other route. */
  list: ListFields | null;
  /** Fields of a bulk route, which selects by filter; null for any other route. */
  bulk: ListFields | null;
}

export interface ListFields {
  filterable: Readonly<Record<string, FieldKind>>;
  sortable: readonly string[];
}

/** Contexts with routes; the basemap is excluded, because the drill draws no map. */
export const contextsWithRoutes = definitions.flatMap(({ name, routes, openRoutes = [] }) => (routes.length + openRoutes.length > 0 ? [name] : []));

/** Routes about the running processes, which differ between one process and many. */
const aboutProcesses: ReadonlySet<string> = new Set([...Object.keys(projectionRoutes), ...Object.keys(systemRoutes)]);

/** Every route of every context, found in the definitions. */
export const everyRoute: readonly DrilledRoute[] = definitions
  .flatMap(({ routes, openRoutes = [] }) => [...routes.map((bound) => bound.routes), ...openRoutes])
  .flatMap((routes) => Object.entries(routes))
  .filter(([name]) => !aboutProcesses.has(name))
  .map(([name, route]) => {
    const fields = listFieldsOf(route.query);
    // Bulk calls by filter have no sort order.
    const isBulk = fields?.sortable.length === 0;
    return { name, title: `${route.method} ${route.path}`, route, list: isBulk ? null : fields, bulk: isBulk ? fields : null };
  });

/** The object behind transformations of a schema; null without one. */
export function objectOf(schema: z.core.$ZodType | undefined): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? objectOf(schema.in) : null;
}

/** Fields of a list from its description, and their kinds from the values that its schema accepts. */
function listFieldsOf(query: z.ZodType | undefined): ListFields | null {
  const { filter, sort } = objectOf(query)?.shape ?? {};
  if (!(filter instanceof z.ZodType)) return null;
  const someId = '00000000-0000-7000-8000-000000000000';
  const kindOf = (field: string): FieldKind => {
    const takes = (condition: unknown): boolean => filter.safeParse(JSON.stringify({ [field]: condition })).success;
    // Sets of texts take an id as well.
    if (takes({ has: someId })) return 'set';
    if (takes(1)) return 'number';
    if (takes(true)) return 'flag';
    if (takes({ contains: 'x' })) return 'text';
    return takes(someId) ? 'id' : 'time';
  };
  const { properties = {} } = z.toJSONSchema(filter, { io: 'input' });
  const fields = Object.keys(properties).filter((name) => !['and', 'or', 'not'].includes(name));
  const sortable = sort instanceof z.ZodType ? (/: ([^:]+)$/.exec(sort.description ?? '')?.[1]?.split(', ') ?? []) : [];
  return { filterable: Object.fromEntries(fields.map((field) => [field, kindOf(field)])), sortable };
}

/** Finds the id of an existing record of a kind, named as in paths: `places`. */
export type FindRecordId = (kind: string) => string | undefined;

export const placeNames: readonly string[] = [
  ...each('Torre de Belém ¦ torre de belém ¦ Torre ¦ Nadi ¦ Nadi Bay ¦ Suva ¦ São Jorge ¦ Sao Jorge ¦ 東京'),
  'Long name '.repeat(15),
];
/** Ids that no record has. */
export const unknownIds = ['00000000-0000-4000-8000-000000000001', 'ffffffff-ffff-4fff-bfff-ffffffffffff'] as const;

const latitudes = [38.69159, -9.5, 0, -17.7134, 64.1466, 90, -90, 1e-7, 51.5];
const longitudes = [-9.21598, 177.4419, -179.9999999, 180, -180, 0, 1e-7, 178.5, -178.5];

/** Values by field name; a field gets the values that its schema accepts. */
export const valuesByField: Readonly<Record<string, readonly unknown[]>> = {
  ...{ name: placeNames, placeName: placeNames, placeFullName: placeNames, locationQuery: placeNames },
  ...{ latitude: latitudes, lat: latitudes, southWestLat: [-90, -20, 0, 38.69159], northEastLat: [90, 70, 0, 38.69159] },
  // A box whose west lies east of its east crosses the antimeridian.
  ...{ longitude: longitudes, lng: longitudes, southWestLng: [-180, -10, 170, 177.4419, 180, 0], northEastLng: [180, 10, -170, 178.5, -180, 0] },
  ...{ imageUrl: each('/a.png ¦ https://pictures.example/a.png'), avatarUrl: each('/a.png ¦ https://pictures.example/a.png') },
  q: each('Torre ¦ torre de belem ¦ nad ¦ Lisb ¦ São ¦ toki ¦ 東 ¦ x ¦ Zürich'),
  near: each('38.71,-9.14 ¦ -17.8, 177.4 ¦ 0,0'),
  word: each('harbour ¦ Torre de Belém ¦ mountains at dawn ¦ zzz'),
  code: each('PT ¦ ES ¦ FJ ¦ NZ ¦ JP ¦ IS ¦ TR ¦ XK ¦ ZZ'),
  countryCode: each('PT ¦ ES ¦ FJ ¦ NZ ¦ JP'),
  countryName: each('Portugal ¦ España ¦ Fiji'),
  city: each('Lisboa ¦ lisboa ¦ Nadi ¦ Zürich'),
  userName: each('tram_28 ¦ Tram_28 ¦ reef-walker ¦ NIGHT_OWL ¦ night_owl ¦ abc ¦ --- ¦ 123'),
  mapboxId: each('poi.1 ¦ poi.2 ¦ poi.3'),
  mimeType: each('image/png ¦ image/webp ¦ image/svg+xml'),
  filename: each('a.png ¦ ../b/c.webp'),
  featureType: each('poi ¦ place ¦ address'),
  poiCategories: each('museum ¦ beach'),
  include: each('days ¦ stops ¦ days,stops ¦ stops,days'),
  ...{ page: [1, 1, 1, 2, 3], limit: [1, 2, 3, 5, 20, 100], count: [1, 2, 3], index: [0, 0, 1, 2, 3, 1_000_000] },
};

const plain: readonly unknown[] = [
  ...trickyTexts,
  ...each('https://images.example.org/a.jpg ¦ /photos/b.webp ¦ 2026-05-04T09:30:00.000Z ¦ 2026-05-04T09:30:00Z ¦ 2026-12-31T23:59:59.999Z ¦ Q42'),
  ...['x'.repeat(120), 0, 1, 45, 0.5, 10_080, ...unknownIds],
];

/** Fields that are never written, because a suspension takes effect at different times on the two stacks. */
const neverWritten: ReadonlySet<string> = new Set(['suspended']);
/** Fields that are rarely written, because most callers may not write them. */
const seldomWritten: ReadonlySet<string> = new Set(['accountId', 'hidden']);

const namedOtherwise: Readonly<Record<string, string>> = {
  ...{ postable: 'itineraries', reactable: 'itineraries', reportable: 'itineraries', following: 'accounts', follower: 'accounts' },
};

/** The kind that a field refers to: `countryIds` names `countries`. */
export function kindOfField(field: string): string | undefined {
  const entity = /^(.*[a-z])Ids?$/.exec(field)?.[1];
  return entity && (namedOtherwise[entity] ?? (entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`));
}

/** A value that a schema accepts, except that relations between fields are left to chance. @param name of its field */
export function drawnValue(schema: z.core.$ZodType, name: string, draw: Draw, reference: FindRecordId): unknown {
  const kind = kindOfField(name);
  const inside = (of: z.core.$ZodType): unknown => drawnValue(of, name, draw, reference);
  if (schema instanceof z.ZodObject) return objectFrom(schema, draw, reference);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodUUID && kind && reference(kind) === undefined) return [];
  if (schema instanceof z.ZodArray) return Array.from({ length: draw.below(4) }, () => inside(schema.element));
  if (schema instanceof z.ZodNullable) return draw.chance(0.5) ? inside(schema.unwrap()) : null;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return inside(schema.unwrap());
  if (schema instanceof z.ZodPipe) return inside(schema.in);
  if (schema instanceof z.ZodUnion) return inside(draw.pick(schema.options));
  if (schema instanceof z.ZodEnum) return draw.pick(schema.options);
  if (schema instanceof z.ZodLiteral) return draw.pick([...schema.values]);
  if (schema instanceof z.ZodBoolean) return draw.chance(0.5);
  const known = kind && draw.chance(0.97) ? reference(kind) : undefined;
  if (known !== undefined) return known;
  const taken = (values: readonly unknown[]): unknown[] => values.filter((value) => z.safeParse(schema, value).success);
  const own = taken(valuesByField[name] ?? []);
  const fitting = own.length > 0 && draw.chance(0.9) ? own : taken(plain);
  return fitting.length > 0 ? draw.pick(fitting) : 'x';
}

function objectFrom(schema: z.ZodObject, draw: Draw, reference: FindRecordId): Record<string, unknown> {
  const isThere = (name: string, field: z.core.$ZodType): boolean =>
    !(field instanceof z.ZodOptional || field instanceof z.ZodDefault) || draw.chance(seldomWritten.has(name) ? 0.1 : 0.5);
  const fields = Object.entries(schema.shape).filter(([name, field]) => !neverWritten.has(name) && isThere(name, field));
  return Object.fromEntries(fields.map(([name, field]) => [name, drawnValue(field, name, draw, reference)]));
}

/**
 * A value that the whole schema accepts; after 25 attempts any value.
 * @param asSent the value in the form in which it is sent
 */
export function fittingValue(schema: z.core.$ZodType, draw: Draw, reference: FindRecordId, asSent = (value: unknown): unknown => value): unknown {
  let value: unknown;
  for (let attempt = 0; attempt < 25; attempt++) {
    value = drawnValue(schema, '', draw, reference);
    if (z.safeParse(schema, asSent(value)).success) return value;
  }
  return value;
}
