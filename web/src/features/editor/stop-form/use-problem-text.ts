import { useTranslation } from 'react-i18next';

/** What is wrong with a field, in words: a problem of the form itself, or the message of a rule in `proto/`. */
export function useProblemText(): (problem: { message?: string } | undefined) => string | undefined {
  const { t, i18n } = useTranslation('stop-form');
  return (problem) => {
    const message = problem?.message;
    return message && i18n.exists(`stop-form:problems.${message}`) ? t(`problems.${message}`) : message;
  };
}
