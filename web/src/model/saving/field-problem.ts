import type { z } from 'zod';
import { type Edits, editedFields } from './versions.ts';

/** What is wrong with a field, as the texts name it under `problems`; the rules of `proto/` have English words only. */
export interface FieldProblem {
  name: string;
  /** The most or the least that may be. */
  limit?: number;
}

type Issue = z.core.$ZodIssue;

/** Problem of a field from the rule that it breaks. Rules of a form of our own have the name itself for a message. */
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
      // Text that must not be blank is the one rule in a pattern that people meet while writing.
      return { name: issue.format === 'regex' ? (issue.pattern === String(/\S/) ? 'missing' : 'notStorable') : issue.message };
    case 'invalid_union': {
      // The other branch is that nothing is there.
      const inner = issue.errors.flat().find((one) => one.code === 'invalid_format');
      return inner ? problemOf(inner) : { name: 'wrong' };
    }
    case 'custom':
      return { name: issue.message };
    default:
      return { name: 'wrong' };
  }
}

/** First problem of every edited field that its rule in `proto/` does not let pass. */
export const problemsWith =
  <F extends object>(schema: z.ZodObject) =>
  (edits: Edits<F>): { [K in keyof F]?: FieldProblem } => {
    const problems: { [K in keyof F]?: FieldProblem } = {};
    const { error } = schema.partial().safeParse(edits);
    for (const field of editedFields(edits)) {
      const issue = error?.issues.find(({ path }) => path[0] === field);
      if (issue) problems[field] = problemOf(issue);
    }
    return problems;
  };
