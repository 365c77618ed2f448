import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { problemOf } from './field-problem.ts';
import { type ProblemText, useProblemText } from './problem-text.ts';

/** The rules of `proto/` as the library of forms asks for them, with what is wrong in the language of the page. */
export function useFormRules<F extends FieldValues>(rules: z.ZodType): Resolver<F> {
  const problemText = useProblemText();
  return (values) => checked(values, rules, problemText);
}

function checked<F extends FieldValues>(values: F, rules: z.ZodType, problemText: ProblemText) {
  const issues = rules.safeParse(values).error?.issues ?? [];
  const errors: Record<string, { type: string; message: string }> = {};
  for (const issue of issues) {
    const field = String(issue.path[0]);
    errors[field] ??= { type: issue.code, message: problemText(problemOf(issue), field) };
  }
  return issues.length > 0 ? { values: {}, errors: errors as FieldErrors<F> } : { values, errors: {} }; // names are those of the fields
}
