import { useTranslation } from 'react-i18next';

/** Facts that determine the kind of a place. */
interface Kinded {
  poiCategories: readonly string[];
  featureType: string | null;
}

/** Pattern of kinds that can have a translation; other kinds are texts of a map service. */
const plain = /^[a-z]+$/;

/** Kinds of places in the reader's language; a kind without translation stays as given. */
export function usePlaceKinds(): { wordOf: (kind: string) => string; kindOf: (place: Kinded) => string | null } {
  const { t } = useTranslation('place');
  const wordOf = (kind: string): string => (plain.test(kind) ? t(`kinds.${kind}`, { defaultValue: kind }) : kind);
  return {
    wordOf,
    kindOf: ({ poiCategories: [category], featureType }) => {
      const kind = category ?? (featureType === 'poi' ? null : featureType);
      return kind ? wordOf(kind) : null;
    },
  };
}
