import { Link } from '@tanstack/react-router';
import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Consent } from '../../model/consent/consent.ts';

/** Consent bar at the lower edge, outside the content: one line on a desktop, a few on a phone. "More" opens the notice of spec 2.5. */
export function ConsentLine({ onAnswer }: { onAnswer: (answer: Consent) => void }) {
  const { t } = useTranslation();
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      {isOpen && <Details id={details} />}
      <div className="mx-auto flex min-h-[calc(3.5rem-1px)] w-full max-w-[1440px] items-center gap-x-2 gap-y-1.5 py-1.5 px-3 @max-[60rem]:flex-wrap md:gap-x-3 md:px-5">
        <h2 id="consent-title" className="shrink-0 font-semibold text-small">
          {t('common.consent.title')}
        </h2>
        <Badge tone="teal">{t('common.consent.badge')}</Badge>
        <p className="min-w-0 text-muted text-small @max-[60rem]:order-1 @max-[60rem]:basis-full @[60rem]:truncate">{t('common.consent.text')}</p>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setOpen(!isOpen)}
          className="hit-area flex shrink-0 items-center gap-0.5 rounded text-muted text-small underline-offset-2 hover:underline @max-[60rem]:order-2"
        >
          {t(isOpen ? 'common.consent.less' : 'common.consent.details')}
          <Chevron aria-hidden="true" className="size-4 max-sm:hidden" />
        </button>
        <span className="ml-auto flex shrink-0 justify-end gap-2 @max-[60rem]:order-3 md:gap-3 @max-[22rem]:shrink @max-[22rem]:flex-wrap">
          <Button size="sm" variant="secondary" onClick={() => onAnswer('declined')} className="max-sm:px-3">
            {t('common.consent.decline')}
          </Button>
          <Button size="sm" onClick={() => onAnswer('accepted')} className="max-sm:px-3">
            {t('common.consent.agree')}
          </Button>
        </span>
      </div>
    </>
  );
}

/** Details above the consent bar. They overlay the page, so that its content does not shift. */
function Details({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <div id={id} className="absolute inset-x-0 bottom-full border-line border-t bg-raised px-3 py-4 shadow-overlay md:px-5">
      <div className="mx-auto flex max-w-[1440px] flex-col gap-2 text-muted text-small">
        <p className="max-w-prose">
          {t('common.consent.text')}{' '}
          <Link to="/privacy" className="text-ink underline">
            {t('common.consent.more')}
          </Link>
        </p>
        <p className="max-w-prose">{t('common.consent.notice')}</p>
      </div>
    </div>
  );
}
