import type { DescribedField, FieldTable } from '@waystory/proto/kit/described-field.ts';
import { z } from 'zod';

/** Inputs hold text only, so '' stands for null. */
type FormValue<F extends DescribedField> = F extends { kind: 'line' | 'text'; section: string } ? string : z.output<F['rule']>;
/** Moments are typed as date and time, which the form adds itself. */
type FormField<T extends FieldTable> = { [K in keyof T]: T[K]['kind'] extends 'moment' ? never : K }[keyof T];
export type FormValues<T extends FieldTable> = { -readonly [K in FormField<T>]: FormValue<T[K]> };
type Written<T extends FieldTable> = { -readonly [K in FormField<T>]: z.output<T[K]['rule']> };
type Shape<T extends FieldTable> = { -readonly [K in FormField<T>]: z.ZodType<FormValue<T[K]>> };

const isTyped = ({ kind, section }: DescribedField): boolean => section !== undefined && (kind === 'line' || kind === 'text');
const isOptional = ({ rule }: DescribedField): boolean => rule instanceof z.ZodNullable;
const withoutNull = (rule: z.ZodType): z.core.$ZodType => (rule instanceof z.ZodNullable ? rule.unwrap() : rule);

/** Maximum length of a text; undefined for other fields. */
export function limitOf({ rule }: DescribedField): number | undefined {
  const inner = withoutNull(rule);
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}
export const isRequired = (field: DescribedField): boolean => !isOptional(field);

/** Rules, blank values and conversions of a form, derived from its field table. */
export function formOf<T extends FieldTable>(table: T, blank: Written<T> | Readonly<Record<string, unknown>>) {
  const fields = Object.entries(table).filter(([, { kind }]) => kind !== 'moment');
  const blanks: Readonly<Record<string, unknown>> = blank;
  const each = <R>(make: (name: string, field: DescribedField) => unknown): R =>
    Object.fromEntries(fields.map(([name, field]) => [name, make(name, field)])) as R; // as: the names are those of the table
  return {
    rules: each<Shape<T>>((_, field) => (isTyped(field) ? withoutNull(field.rule) : field.rule)),
    /** Rules of drafts, which are laxer than the form's. */
    draftRules: each<Shape<T>>((_, field) => (isTyped(field) ? z.string() : field.kind === 'minutes' ? z.number().nullable() : field.rule)),
    blank: each<FormValues<T>>((name, field) => (isTyped(field) ? '' : blanks[name])),
    valuesOf: (written: Written<T>) => each<FormValues<T>>((name, field) => Reflect.get(written, name) ?? (isTyped(field) ? '' : null)),
    writtenOf: (values: FormValues<T>) =>
      each<Written<T>>((name, field) => {
        const value: unknown = Reflect.get(values, name);
        if (typeof value !== 'string' || !isTyped(field)) return value;
        return isOptional(field) ? value || null : value.trim();
      }),
  };
}
