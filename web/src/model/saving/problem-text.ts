import { useTranslation } from 'react-i18next';
import type { FieldProblem } from './field-problem.ts';

export type ProblemText = (problem: FieldProblem, field: string) => string;

/** Text of a field's problem; a field may have its own texts. */
export function useProblemText(): ProblemText {
  const { t } = useTranslation('form');
  return ({ name, limit }, field) => t([`problems.${field}-${name}`, `problems.${name}`, 'problems.wrong'], { limit });
}
