import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { Suspense, useState } from 'react';
import { type Consent, consent, giveConsent } from '../../model/consent/consent.ts';

// Loaded on demand: people who answered never need it.
const ConsentLine = lazyPart(async () => (await import('./consent-line.tsx')).ConsentLine, 'nothing');

/** Styles of the line and of its placeholder; the server's first screen reserves the same space. */
const frame =
  '@container sticky bottom-(--tab-bar) z-banner flex min-h-36 shrink-0 items-center sm:min-h-31 lg:min-h-14 border-line border-t bg-raised text-ink md:bottom-0 print:hidden';

/** spec 2.5: cookie consent bar, shown until the user answers. */
export function ConsentQuestion({ onAnswer }: { onAnswer: (answer: Consent) => void }) {
  const [isAsked, setAsked] = useState(() => consent() === null);
  if (!isAsked) return null;
  const answer = (value: Consent): void => {
    giveConsent(value);
    setAsked(false);
    onAnswer(value);
  };
  return (
    <section aria-labelledby="consent-title" data-consent="" className={frame}>
      <Suspense>
        <ConsentLine onAnswer={answer} />
      </Suspense>
    </section>
  );
}
