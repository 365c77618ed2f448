import type { Access } from '@waystory/proto/kit/access.ts';
import { type FieldTable, fieldsWithoutRules } from '@waystory/proto/kit/described-field.ts';
import type { FieldKind } from '@waystory/proto/kit/filter.ts';
import type { ListSpec } from '@waystory/proto/kit/list.ts';
import type { Route } from '@waystory/proto/kit/route.ts';
import { z } from 'zod';

/** Menu groups of resources. */
export const menuGroups = ['Moderation', 'Content', 'People', 'Money', 'System'] as const;
export type MenuGroup = (typeof menuGroups)[number];

/** Operations on the records of a resource. */
export const verbs = ['list', 'one', 'create', 'update', 'remove', 'patchMany', 'deleteMany'] as const;
export type Verb = (typeof verbs)[number];

/** Name of a route, with the access that it requires. */
export interface ResourceRoute {
  route: string;
  access: Access;
}

export interface FieldFacts {
  kind: FieldKind;
  /** All values that the field may have. */
  choices?: readonly string[];
}

/** A resource as plain data: the rules of `proto/` stay out of the built app. */
export interface ResourceFacts {
  group: MenuGroup;
  /** Title in the menu, if it differs from the resource's name. */
  title?: string;
  /** Field whose value is the label of a record. */
  label: string;
  /** True for parts of another resource, such as the days of an itinerary. The menu omits them, because the page of the parent links to them. */
  isPart: boolean;
  ways: Readonly<Partial<Record<Verb, ResourceRoute>>>;
  filterable: Readonly<Record<string, FieldFacts>>;
  /** Kinds and labels of the writable fields. */
  written: ReturnType<typeof fieldsWithoutRules>;
  sortable: readonly string[];
  /** For example `createdAt DESC`. */
  defaultSort: string;
  /** Largest page size. */
  maxLimit: number;
}

type Line<N extends string> = { group: MenuGroup; title?: string; label: string; isPart?: boolean; written?: FieldTable } & Partial<Record<Verb, N>>;

const choicesOf = (form: z.ZodType | undefined): Pick<FieldFacts, 'choices'> =>
  form instanceof z.ZodEnum ? { choices: form.options.map(String) } : {};

/** Describes resources by the names of their routes. */
export const resourceDescriberFor =
  <R extends Record<string, Route>>(routes: R) =>
  (spec: ListSpec, { group, title, label, isPart = false, written = {}, ...named }: Line<Extract<keyof R, string>>): ResourceFacts => ({
    group,
    ...(title && { title }),
    label,
    isPart,
    ways: Object.fromEntries(
      verbs.flatMap((verb) => {
        const name = named[verb];
        const route = name && routes[name];
        return route ? [[verb, { route: name, access: route.access }]] : [];
      }),
    ),
    filterable: Object.fromEntries(Object.entries(spec.filterable).map(([field, kind]) => [field, { kind, ...choicesOf(spec.forms?.[field]) }])),
    written: fieldsWithoutRules(written),
    sortable: spec.sortable,
    defaultSort: spec.defaultSort,
    maxLimit: spec.maxLimit ?? 100,
  });
