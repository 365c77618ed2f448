import { useTranslation } from 'react-i18next';
import type { FieldProblem } from './field-problem.ts';

export type ProblemText = (problem: FieldProblem, field: string) => string;

/** What is wrong with a field, in words: those of the field where it has any. */
export function useProblemText(): ProblemText {
  const { t } = useTranslation('form');
  return ({ name, limit }, field) => t([`problems.${field}-${name}`, `problems.${name}`, 'problems.wrong'], { limit });
}
