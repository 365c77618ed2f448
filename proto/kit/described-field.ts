import type { z } from 'zod';

/**
 * Kind of a field's input. `line` and `text` are text inputs, `minutes` is a duration, `moment` a date with a time of day. `picture` and `pictures`
 * are chosen together.
 */
export type FieldKind = 'line' | 'text' | 'minutes' | 'moment' | 'picture' | 'pictures';

/** A writable field, with the properties that forms, lists and tools need. */
export interface DescribedField {
  /** Schema of the value. */
  rule: z.ZodType;
  kind: FieldKind;
  /** Section of the form that shows the field, in the order of the table. A field without a section has an input of its own. */
  section?: string;
  /** English label for administrators; derived from the field name when undefined. The web app has labels in its locales. */
  label?: string;
  /** Offers the field to language models; a text is the description of the argument. */
  tool?: string | true;
}

export type FieldTable = Readonly<Record<string, DescribedField>>;

/** Returns its argument; the type parameter keeps the literal kinds and sections. */
export const describeFields = <const T extends FieldTable>(table: T): T => table;

/** Rules of the fields without their descriptions, for bodies and events. */
export const rulesOf = <T extends FieldTable>(table: T) =>
  Object.fromEntries(Object.entries(table).map(([name, { rule }]) => [name, rule])) as { -readonly [K in keyof T]: T[K]['rule'] }; // as: the keys are those of the table

/** Properties of the fields without their schemas, as plain data for pages that do not load zod. */
export const fieldsWithoutRules = (table: FieldTable): Record<string, Omit<DescribedField, 'rule'>> =>
  Object.fromEntries(Object.entries(table).map(([name, { rule: _rule, ...screen }]) => [name, screen]));

/** Names of fields that language models read and write. */
export type ToolField<T extends FieldTable> = { [K in keyof T]: T[K] extends { tool: string | true } ? K : never }[keyof T] & string;

export const toolFieldsOf = <T extends FieldTable>(table: T): ToolField<T>[] =>
  Object.keys(table).filter((name) => table[name]?.tool !== undefined) as ToolField<T>[]; // as: the filter has the condition of the type
