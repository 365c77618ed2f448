import { z } from 'zod';

/** Drops unknown fields of a value; returns the value itself when there are none. */
type Known = (value: unknown) => unknown;

const made = new WeakMap<z.core.$ZodType, Known | null>();

/** The payload without fields that its schema does not name, which a newer release added. Values are not checked. */
export function knownFields(schema: z.ZodObject, data: Record<string, unknown>): Record<string, unknown> {
  return (knownOf(schema)?.(data) ?? data) as Record<string, unknown>; // as: an object stays one
}

/** Null for a value without fields, or with arbitrary ones. */
function knownOf(schema: z.core.$ZodType): Known | null {
  const found = made.get(schema);
  if (found !== undefined) return found;
  // A recursive schema is visited once.
  made.set(schema, null);
  const known = make(schema);
  made.set(schema, known);
  return known;
}

function make(schema: z.core.$ZodType): Known | null {
  if (schema instanceof z.ZodObject) return ofObject(schema);
  if (schema instanceof z.ZodArray) {
    const item = knownOf(schema.element);
    return item && ((value) => (Array.isArray(value) ? mapped(value, item) : value));
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return knownOf(schema.unwrap());
  return null;
}

function ofObject({ shape }: z.ZodObject): Known {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, knownOf(field)]));
  const nested = [...fields].flatMap(([name, known]) => (known ? [[name, known] as const] : []));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    let kept = value as Record<string, unknown>; // as: an object by now
    for (const name in kept) {
      if (fields.has(name)) continue;
      kept = Object.fromEntries(Object.entries(kept).filter(([one]) => fields.has(one)));
      break;
    }
    for (const [name, known] of nested) {
      const part = known(kept[name]);
      if (part !== kept[name]) kept = { ...kept, [name]: part };
    }
    return kept;
  };
}

function mapped(values: readonly unknown[], known: Known): readonly unknown[] {
  const all = values.map(known);
  return all.every((value, at) => value === values[at]) ? values : all;
}
