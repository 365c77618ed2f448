import { useTranslation } from 'react-i18next';

/** Facts that determine the kind of a place. */
interface Kinded {
  poiCategories: readonly string[];
  featureType: string | null;
}

/** Only such kinds can have words of ours: others are texts of a map service. */
const plain = /^[a-z]+$/;

/** Kinds of places in the language of the reader; a kind that nobody has put into words stays as it is. */
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
