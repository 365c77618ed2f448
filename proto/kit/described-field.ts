import type { z } from 'zod';

/**
 * Input and wording of a field. `line` and `text` are typed, `minutes` is a span of time, `moment` a date with a time of day.
 * `picture` and `pictures` are chosen together.
 */
export type FieldKind = 'line' | 'text' | 'minutes' | 'moment' | 'picture' | 'pictures';

/** A field that people write, with everything that forms, lists and tools have to know of it. */
export interface DescribedField {
  /** Type and limits. */
  rule: z.ZodType;
  kind: FieldKind;
  /** Part of the form that draws the field by its kind, in the order of the table. A field without one has an input of its own. */
  section?: string;
  /** English name for administrators, unless the name of the field in words will do. The web app has labels in its locales. */
  label?: string;
  /** Offers the field to language models; a text tells them when to write it. */
  tool?: string | true;
}

export type FieldTable = Readonly<Record<string, DescribedField>>;

/** Keeps the literal kinds and sections of a table. */
export const describeFields = <const T extends FieldTable>(table: T): T => table;

/** Rules of the fields without their descriptions, for bodies and events. */
export const rulesOf = <T extends FieldTable>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([name, { rule }]) => [name, rule])) as { -readonly [K in keyof T]: T[K]['rule'] }; // keys are those of the table

/** Kinds and labels as plain data, for pages that are built without zod. */
export const screensOf = (table: FieldTable): Record<string, Omit<DescribedField, 'rule'>> =>
  Object.fromEntries(Object.entries(table).map(([name, { rule: _rule, ...screen }]) => [name, screen]));

/** Names of fields that language models read and write. */
export type ToolField<T extends FieldTable> = { [K in keyof T]: T[K] extends { tool: string | true } ? K : never }[keyof T] & string;

export const toolFieldsOf = <T extends FieldTable>(table: T): ToolField<T>[] =>
  Object.keys(table).filter((name) => table[name]?.tool !== undefined) as ToolField<T>[]; // the same condition as in the type
