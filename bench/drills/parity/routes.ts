import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { projectionRoutes } from '@waystory/proto/operations/projection.ts';
import { systemRoutes } from '@waystory/proto/operations/system.ts';
import { definitions } from '@waystory/services/all.ts';
import { z } from 'zod';

/** A route of the product, as its definition has it. */
export interface KnownRoute {
  name: string;
  /** Method and path, for people. */
  title: string;
  route: Route;
  /** What a list may be asked for; null when the route answers no list. */
  list: ListFields | null;
  /** What a bulk call may be about; null when the route is none. */
  bulk: ListFields | null;
}

export interface ListFields {
  filterable: Readonly<Record<string, FieldKind>>;
  sortable: readonly string[];
}

/** What these tell is how the product is run, in which one process and many differ. */
const ofTheRun: ReadonlySet<string> = new Set([...Object.keys(projectionRoutes), ...Object.keys(systemRoutes)]);

/** Every route of every context but those, so that a new one is asked without being named here. */
export function everyRoute(): KnownRoute[] {
  const all = definitions.flatMap(({ routes, openRoutes = [] }) => [...routes.map((bound) => bound.routes), ...openRoutes]);
  return all.flatMap((routes) =>
    Object.entries(routes).flatMap(([name, route]) => {
      if (ofTheRun.has(name)) return [];
      const fields = listFieldsOf(route.query);
      // Bulk calls have no order.
      const isBulk = fields?.sortable.length === 0;
      return [{ name, title: `${route.method} ${route.path}`, route, list: isBulk ? null : fields, bulk: isBulk ? fields : null }];
    }),
  );
}

/** The object behind a schema that turns one into something else; null when there is none. */
export function objectOf(schema: z.core.$ZodType | undefined): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? objectOf(schema.in) : null;
}

/** Lists of texts take it as well as lists of ids. */
const someId = '00000000-0000-7000-8000-000000000000';

const combining = ['and', 'or', 'not'];

/** Fields that a filter may name, as the JSON schema in its description has them. */
function filteredBy(filter: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(filter, { io: 'input' });
  return Object.keys(properties).filter((name) => !combining.includes(name));
}

/** Fields that a list may be ordered by, which the description of `sort` ends with. */
const sortedBy = (sort: unknown): string[] => (sort instanceof z.ZodType ? (/: ([^:]+)$/.exec(sort.description ?? '')?.[1]?.split(', ') ?? []) : []);

/** Found out from the schema itself: it names the fields, and takes for each what its kind takes. */
function listFieldsOf(query: z.ZodType | undefined): ListFields | null {
  const { filter, sort } = objectOf(query)?.shape ?? {};
  if (!(filter instanceof z.ZodType)) return null;
  const kindOf = (field: string): FieldKind => {
    const takes = (condition: unknown): boolean => filter.safeParse(JSON.stringify({ [field]: condition })).success;
    if (takes({ has: someId })) return 'set';
    if (takes(1)) return 'number';
    if (takes(true)) return 'flag';
    if (takes({ contains: 'x' })) return 'text';
    return takes(someId) ? 'id' : 'time';
  };
  return { filterable: Object.fromEntries(filteredBy(filter).map((field) => [field, kindOf(field)])), sortable: sortedBy(sort) };
}
