import { Link } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button, LinkButton } from '@waystory/ui/button.tsx';
import { Card } from '@waystory/ui/card.tsx';
import { useDocumentTitle } from '@waystory/ui/document-title.ts';
import { BookOpen, Check, LogIn, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ItineraryShelves, ShelvesSkeleton } from './itinerary-shelves.tsx';

/** Itineraries of the reader. A visitor sees the benefits of an account (spec 2.1: features gated by the login prompt). */
export function MyItinerariesPage() {
  // All text namespaces of the page load together, so that no component suspends later.
  const { t } = useTranslation(['my-itineraries', 'social', 'lists']);
  const { attempted, person } = useAuth(true);
  useDocumentTitle(t('title'));
  return (
    <div className="px-4 py-8 md:px-8 md:py-10">
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-title">{t('title')}</h1>
          <p className="mt-1 text-muted">{t('text')}</p>
        </div>
        {person && (
          <LinkButton asChild>
            <Link to="/itineraries/create">
              <Plus aria-hidden="true" />
              {t('create')}
            </Link>
          </LinkButton>
        )}
      </div>
      {person ? <ItineraryShelves /> : attempted ? <SignedOut /> : <ShelvesSkeleton />}
    </div>
  );
}

const benefits = ['create', 'save', 'follow', 'assistant'] as const;

/** The content of the login prompt, in the page. */
function SignedOut() {
  const { t } = useTranslation(['my-itineraries', 'translation']);
  return (
    <Card padding="lg" className="mx-auto grid max-w-3xl gap-8 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div>
        <span className="grid size-14 place-items-center rounded-card bg-accent-soft text-accent-text">
          <BookOpen aria-hidden="true" className="size-7" strokeWidth={1.6} />
        </span>
        <h2 className="mt-5 text-heading">{t('translation:common.loginPrompt.title')}</h2>
        <p className="mt-2 text-muted">{t('translation:common.loginPrompt.description')}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button onClick={() => void auth.signIn({ signUp: true })}>{t('translation:common.loginPrompt.signUp')}</Button>
          <Button variant="secondary" icon={<LogIn aria-hidden="true" />} onClick={() => void auth.signIn()}>
            {t('translation:common.loginPrompt.logIn')}
          </Button>
        </div>
      </div>
      <div className="rounded-card bg-sunken p-6">
        <h3 className="font-semibold">{t('translation:common.loginPrompt.why')}</h3>
        <ul className="mt-4 flex flex-col gap-3 text-[0.9375rem]">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-start gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent-text" />
              {t(`translation:common.loginPrompt.benefits.${benefit}`)}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
