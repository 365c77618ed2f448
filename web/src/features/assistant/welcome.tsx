import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';
import { wholeItinerary } from '../../model/itinerary/itinerary.query.ts';

interface WelcomeProps {
  /** Id of the itinerary that the open page shows; null for any other page. */
  itineraryId: string | null;
  disabled: boolean;
  onAsk: (text: string) => void;
}

/** spec 2.10: empty conversation with the purpose of the assistant and three example questions. */
export function AssistantWelcome({ itineraryId, disabled, onAsk }: WelcomeProps) {
  const { t } = useTranslation('assistant');
  const kind = useSubject(itineraryId);
  const examples = t(`welcome.${kind}.examples`, { returnObjects: true }) as unknown as string[]; // a list in the language files
  return (
    <div className="my-auto flex flex-col gap-5 py-6">
      <div>
        <span className="mb-4 grid size-12 place-items-center rounded-card bg-teal-soft text-teal-text">
          <Sparkles aria-hidden="true" className="size-6" />
        </span>
        <h2 className="text-heading">{t(`welcome.${kind}.title`)}</h2>
        <p className="mt-1.5 text-muted">{t(`welcome.${kind}.text`)}</p>
      </div>
      <ul aria-label={t('welcome.examples')} className="flex flex-col gap-2">
        {Array.isArray(examples) &&
          examples.map((example) => (
            <li key={example}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onAsk(example)}
                className="w-full rounded-card border border-line bg-surface px-4 py-3 text-left font-medium text-[0.9375rem] hover:border-line-strong hover:bg-sunken disabled:opacity-55"
              >
                {example}
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Kind of the example questions: for the user's own itinerary, for another user's itinerary, or for any other page. */
function useSubject(itineraryId: string | null): 'anywhere' | 'itinerary' | 'otherItinerary' {
  // Read from the cache only, because the page has loaded this itinerary already.
  const { data: itinerary } = useQuery({ ...wholeItinerary(itineraryId ?? ''), enabled: false });
  const { data: account } = useAccount();
  if (!itineraryId) return 'anywhere';
  return itinerary && itinerary.accountId === account?.id ? 'itinerary' : 'otherItinerary';
}
