import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reader } from './measures.ts';

/** How whoever is reading writes numbers, and their units. */
export function useReader(): Reader {
  const { i18n } = useTranslation();
  return useMemo(() => ({ language: i18n.language, locale: navigator.language }), [i18n.language]);
}
