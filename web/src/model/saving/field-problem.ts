import type { z } from 'zod';
import type { Edits } from './versions.ts';

/** Problem of a field by its name under `problems` in the locales, because the rules of `proto/` speak English only. */
export interface FieldProblem {
  name: string;
  /** The broken limit. */
  limit?: number;
}

type Issue = z.core.$ZodIssue;

/** Problem behind an issue of zod. Custom rules of forms have the name of the problem as their message. */
export function problemOf(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'too_big': {
      const limit = Number(issue.maximum);
      return { name: issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'tooMany' : 'tooMuch', limit };
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { name: 'missing' };
      return { name: issue.origin === 'string' ? 'tooShort' : 'tooLittle', limit: Number(issue.minimum) };
    case 'invalid_format':
      // Blank text is the only pattern that people meet while writing.
      return { name: issue.format === 'regex' ? (issue.pattern === String(/\S/) ? 'missing' : 'notStorable') : issue.message };
    case 'invalid_union': {
      // The other branch of the union is the empty value.
      const inner = issue.errors.flat().find((one) => one.code === 'invalid_format');
      return inner ? problemOf(inner) : { name: 'wrong' };
    }
    case 'custom':
      return { name: issue.message };
    default:
      return { name: 'wrong' };
  }
}

/** First problem of every field that breaks its rule. */
export function problemsIn<F extends object>(rules: z.ZodType, values: Edits<F>): { [K in keyof F]?: FieldProblem } {
  const problems: Record<string, FieldProblem> = {};
  for (const issue of rules.safeParse(values).error?.issues ?? []) problems[String(issue.path[0])] ??= problemOf(issue);
  return problems as { [K in keyof F]?: FieldProblem }; // paths begin with the names of fields
}

/** Problems of edited fields alone, by the rules of `proto/`. */
export const problemsWith = <F extends object>(schema: z.ZodObject) => {
  const rules = schema.partial();
  return (edits: Edits<F>) => problemsIn<F>(rules, edits);
};
