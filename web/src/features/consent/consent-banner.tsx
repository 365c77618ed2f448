import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Consent, consent, giveConsent } from '../../model/consent/consent.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** spec 2.5: asks about cookies until there is an answer. */
export function ConsentBanner({ onAnswer }: { onAnswer: (answer: Consent) => void }) {
  const { t } = useTranslation();
  const [answered, setAnswered] = useState(() => consent() !== null);
  if (answered) return null;
  const answer = (value: Consent) => () => {
    giveConsent(value);
    setAnswered(true);
    onAnswer(value);
  };
  return (
    <section
      aria-labelledby="consent-title"
      className="fixed inset-x-3 bottom-20 z-banner mx-auto max-w-2xl rounded-2xl border border-line bg-raised p-4 shadow-overlay md:bottom-5 md:p-5 print:hidden"
    >
      <div className="flex items-center gap-2">
        <h2 id="consent-title" className="text-subheading">
          {t('common.consent.title')}
        </h2>
        <Badge tone="teal">{t('common.consent.badge')}</Badge>
      </div>
      <p className="mt-1 text-muted text-sm">
        {t('common.consent.text')}{' '}
        <Link to="/privacy" className="text-ink underline">
          {t('common.consent.more')}
        </Link>
      </p>
      <p className="mt-1 text-muted text-sm">{t('common.consent.notice')}</p>
      <div className="mt-3 flex justify-end gap-2">
        <Button size="sm" variant="secondary" onClick={answer('declined')}>
          {t('common.consent.decline')}
        </Button>
        <Button size="sm" onClick={answer('accepted')}>
          {t('common.consent.agree')}
        </Button>
      </div>
    </section>
  );
}
