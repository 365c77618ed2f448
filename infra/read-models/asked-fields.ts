import type { FieldKind, Filter } from '@waystory/proto/kit/filter.ts';
import { z } from 'zod';
import { anonymousPrincipal, type Principal, systemPrincipal } from '../identity/principal.ts';
import type { Collection } from './projection.ts';

const signedIn: Principal = { accountId: 'somebody', roles: [] };

/**
 * Fields that queries use, with their kinds: filters and sort keys of requests, indexes, visibility, and references to parents. A store keeps these
 * fields in columns. A query on another field still works, only more slowly.
 */
export function queriedFields(
  collection: Pick<Collection, 'doc' | 'filterable' | 'sortable' | 'indexes' | 'under' | 'visibleTo'>,
): Record<string, FieldKind> {
  const { doc, filterable, sortable, indexes, under = [], visibleTo } = collection;
  const visibility = [anonymousPrincipal, signedIn, systemPrincipal].flatMap((principal) =>
    (['listed', 'linked'] as const).flatMap((reach) => fieldsIn(visibleTo(principal, reach))),
  );
  const indexed = indexes.flatMap(({ on }) => on.map((key) => key.replace(/^-/, '')));
  const asked = [...Object.keys(filterable), ...sortable, ...indexed, ...under.map(({ key }) => key), ...visibility];
  const kinds = asked.flatMap((field) => {
    const kind = filterable[field] ?? kindOf(doc.shape[field]);
    return kind ? [[field, kind] as const] : [];
  });
  return Object.fromEntries(kinds);
}

function fieldsIn(filter: Filter | null): string[] {
  if (filter === null) return [];
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.flatMap(fieldsIn);
    case 'not':
      return fieldsIn(filter.of);
    case 'within':
      return [filter.latitude, filter.longitude];
    default:
      return [filter.field];
  }
}

/** Field kind of a schema; undefined for objects and other values without an order. */
function kindOf(schema: z.core.$ZodType | undefined): FieldKind | undefined {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return kindOf(schema.unwrap());
  if (schema instanceof z.ZodArray) return kindOf(schema.element) === 'text' ? 'set' : undefined;
  if (schema instanceof z.ZodNumber) return 'number';
  if (schema instanceof z.ZodBoolean) return 'flag';
  return schema instanceof z.ZodString || schema instanceof z.ZodStringFormat || schema instanceof z.ZodEnum ? 'text' : undefined;
}
