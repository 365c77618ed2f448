import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { projectionRoutes } from '@waystory/proto/operations/projection.ts';
import { systemRoutes } from '@waystory/proto/operations/system.ts';
import { definitions } from '@waystory/services/all.ts';
import { z } from 'zod';

export interface KnownRoute {
  name: string;
  /** Method and path. */
  title: string;
  route: Route;
  /** Fields of a list; null without one. */
  list: ListFields | null;
  /** Fields of a call by filter; null without one. */
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
export const everyRoute: readonly KnownRoute[] = definitions
  .flatMap(({ routes, openRoutes = [] }) => [...routes.map((bound) => bound.routes), ...openRoutes])
  .flatMap((routes) => Object.entries(routes))
  .filter(([name]) => !aboutProcesses.has(name))
  .map(([name, route]) => {
    const fields = listFieldsOf(route.query);
    // Calls by filter have no order.
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
