import { useLocation, useRouter } from '@tanstack/react-router';
import { safeReturnPath } from '@waystory/client/identity/return-path.ts';
import type { Account } from '@waystory/proto/accounts/account.ts';
import { creditsPerTurn } from '@waystory/proto/billing/credit.ts';
import { Card } from '@waystory/ui/card.tsx';
import { ArrowLeft, Coins } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Ledger } from './ledger.tsx';
import { Orders } from './orders.tsx';
import { Packages } from './packages.tsx';

/** Balance, packages and orders of an account. */
export function CreditsSection({ account }: { account: Account }) {
  const { t } = useTranslation('credits');
  return (
    <section id="credits" aria-labelledby="credits-title" className="scroll-mt-20 space-y-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="credits-title" className="text-heading">
          {t('title')}
        </h2>
        <WayBack />
      </div>
      <Balance credits={account.credits} />
      <Packages accountId={account.id} />
      <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-2">
        <Orders accountId={account.id} />
        <Ledger accountId={account.id} />
      </div>
    </section>
  );
}

function Balance({ credits }: { credits: number }) {
  const { t } = useTranslation('credits');
  return (
    <Card className="flex items-center gap-5">
      <span aria-hidden="true" className="grid size-14 shrink-0 place-items-center rounded-card bg-accent-soft text-accent-text">
        <Coins className="size-7" strokeWidth={1.6} />
      </span>
      <div className="min-w-0">
        <p role="status" className="text-title tabular-nums">
          {t('amount', { count: credits })}
        </p>
        <p className="mt-1 text-muted text-small">{credits < 0 ? t('balance.debt') : t('balance.cost', { count: creditsPerTurn })}</p>
      </div>
    </Card>
  );
}

/** Link back to the page that sent the user here for credits. */
function WayBack() {
  const { t } = useTranslation('credits');
  const { history } = useRouter();
  const returnTo = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('returnTo') });
  const path = safeReturnPath(returnTo, location.origin);
  if (path === null) return null;
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.push(path);
  };
  return (
    <a href={path} onClick={go} className="inline-flex items-center gap-1.5 rounded font-semibold text-accent-text text-small hover:underline">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {t('wayBack')}
    </a>
  );
}
