import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Edits } from './versions.ts';

/** Problem of a field, named as under `problems` in the locales, because the rules of `proto/` are in English only. */
export interface FieldProblem {
  name: string;
  /** The violated limit. */
  limit?: number;
}

type Issue = z.core.$ZodIssue;

/** Problem of a zod issue. Custom form rules have the problem's name as their message. */
export function fieldProblemOf(issue: Issue): FieldProblem {
  switch (issue.code) {
    case 'too_big': {
      const limit = Number(issue.maximum);
      return { name: issue.origin === 'string' ? 'tooLong' : issue.origin === 'array' ? 'tooMany' : 'tooMuch', limit };
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { name: 'missing' };
      return { name: issue.origin === 'string' ? 'tooShort' : 'tooLittle', limit: Number(issue.minimum) };
    case 'invalid_format':
      // The pattern of a nonblank text is only violated by blank text; all other patterns refuse characters that cannot be stored.
      return { name: issue.format === 'regex' ? (issue.pattern === String(/\S/) ? 'missing' : 'notStorable') : issue.message };
    case 'invalid_union': {
      // The other branch of the union is the empty value.
      const inner = issue.errors.flat().find((one) => one.code === 'invalid_format');
      return inner ? fieldProblemOf(inner) : { name: 'wrong' };
    }
    case 'custom':
      return { name: issue.message };
    default:
      return { name: 'wrong' };
  }
}

/** First problem of every invalid field. */
export function problemsIn<F extends object>(rules: z.ZodType, values: Edits<F>): { [K in keyof F]?: FieldProblem } {
  const problems: Record<string, FieldProblem> = {};
  for (const issue of rules.safeParse(values).error?.issues ?? []) problems[String(issue.path[0])] ??= fieldProblemOf(issue);
  return problems as { [K in keyof F]?: FieldProblem }; // as: paths begin with field names
}

/** Returns a function that finds the problems of edited fields alone, by the rules of `proto/`. */
export const problemsWith = <F extends object>(schema: z.ZodObject) => {
  const rules = schema.partial();
  return (edits: Edits<F>) => problemsIn<F>(rules, edits);
};

type ProblemText = (problem: FieldProblem, field: string) => string;

/** Text of a field's problem; a field may have its own texts. */
export function useProblemText(): ProblemText {
  const { t } = useTranslation('form');
  return ({ name, limit }, field) => t([`problems.${field}-${name}`, `problems.${name}`, 'problems.wrong'], { limit });
}
