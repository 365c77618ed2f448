import { z } from 'zod';

/** What of a value a schema knows; the value itself when that is all. */
type Known = (value: unknown) => unknown;

const made = new WeakMap<z.core.$ZodType, Known | null>();

/** Payload without the fields that its schema does not name: a newer release has added them, for itself. What is there is not looked at otherwise. */
export function knownFields(schema: z.ZodObject, data: Record<string, unknown>): Record<string, unknown> {
  return (knownOf(schema)?.(data) ?? data) as Record<string, unknown>; // an object stays one
}

/** Null for what holds no fields of its own, or any. */
function knownOf(schema: z.core.$ZodType): Known | null {
  const found = made.get(schema);
  if (found !== undefined) return found;
  // One that holds itself is looked at once.
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
    let kept = value as Record<string, unknown>; // an object by now
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
