import { browserLocale } from '@waystory/client/environment.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reader } from './measures.ts';
import { useUnits } from './units.ts';

/** Language, region and units of the current reader. */
export function useReader(): Reader {
  const { i18n } = useTranslation();
  const units = useUnits();
  return useMemo(() => ({ language: i18n.language, locale: browserLocale(), units }), [i18n.language, units]);
}
