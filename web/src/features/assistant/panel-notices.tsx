import { Link, useLocation } from '@tanstack/react-router';
import { Button } from '@waystory/ui/button.tsx';
import { CircleAlert, Coins, Eye, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayText } from '../../lib/day-text.ts';
import { stringifySearch } from '../../lib/search-params.ts';
import type { ChatProblem } from '../../model/assistant/chat-state.ts';
import { conversation } from '../../model/assistant/live-conversation.ts';
import type { Assistant } from './use-assistant.ts';

interface NoticeProps {
  icon: ReactNode;
  tone: string;
  role: 'alert' | 'status';
  children: ReactNode;
  action?: ReactNode;
}

const Notice = ({ icon, tone, role, children, action }: NoticeProps) => (
  <div
    role={role}
    className={`mx-3 mt-2 flex shrink-0 items-center gap-3 rounded-control px-3.5 py-2.5 text-small [&>svg]:size-5 [&>svg]:shrink-0 ${tone}`}
  >
    {icon}
    <div className="min-w-0 flex-1">{children}</div>
    {action}
  </div>
);

/** spec 2.10, 8: notice of a failure of the thread or of its last answer. */
export function ProblemBox({ assistant: { state, isMissing, loadFailure }, onNew }: { assistant: Assistant; onNew: () => void }) {
  const { t } = useTranslation(['assistant', 'translation']);
  const button = (label: string, onClick: () => void): ReactNode => (
    <Button size="sm" variant="secondary" onClick={onClick}>
      {label}
    </Button>
  );
  const box = (text: string, action?: ReactNode): ReactNode => (
    <Notice icon={<CircleAlert aria-hidden="true" />} tone="bg-danger-soft text-danger" role="alert" action={action}>
      {text}
    </Notice>
  );
  if (isMissing) return box(t('problem.missing'), button(t('newChat'), onNew));
  if (loadFailure)
    return box(
      t('problem.load'),
      button(t('problem.again'), () => void loadFailure.refetch()),
    );
  switch (state.problem?.kind) {
    case undefined:
    case 'signed-out':
    case 'unknown-thread':
    case 'no-credits':
      return null;
    case 'running':
      return (
        <Notice icon={<Hourglass aria-hidden="true" />} tone="bg-warning-soft text-warning" role="status">
          {t('problem.running')}
        </Notice>
      );
    case 'cut':
      return box(
        `${t('common.chat.error', { ns: 'translation' })} ${t('problem.cut')}`,
        button(t('problem.reconnect'), () => void conversation.resume()),
      );
    default:
      return box(`${t('common.chat.error', { ns: 'translation' })} ${reasonOf(state.problem, t)}`);
  }
}

const reasonOf = (problem: ChatProblem | null, t: (key: string[], options: { defaultValue: string }) => string): string =>
  problem?.kind === 'failed' ? t([`problem.codes.${problem.code?.replace('/', '-')}`], { defaultValue: problem.message ?? '' }) : '';

/** spec 2.10: notice that a question needs credits, with a link to the packages. */
export function CreditsNotice({ show, isOverPage }: { show: boolean; isOverPage: boolean }) {
  const { t } = useTranslation('assistant');
  // The return path omits the draft, because this browser stores it until the user has credits.
  const returnTo = useLocation({ select: ({ pathname, search }) => `${pathname}${stringifySearch({ ...search, 'chat-input': undefined })}` });
  if (!show) return null;
  return (
    <Notice icon={<Coins aria-hidden="true" />} tone="bg-warning-soft text-warning" role="status">
      {t('credits.none')}{' '}
      <Link
        to="/profile"
        search={(_now: object) => ({ returnTo, ...(isOverPage && { chatOpen: undefined }) })}
        className="font-bold underline underline-offset-2"
      >
        {t('credits.get')}
      </Link>
    </Notice>
  );
}

/** Discloses to the owner that an administrator read this conversation, with date and reason. The owner can collapse the notice. */
export function DisclosureNotice({ assistant: { disclosures } }: { assistant: Assistant }) {
  const { t, i18n } = useTranslation('assistant');
  if (disclosures.length === 0) return null;
  return (
    <Notice icon={<Eye aria-hidden="true" className="self-start" />} tone="bg-sunken" role="status">
      <details open>
        <summary className="cursor-pointer rounded-sm font-semibold">{t('disclosure.title')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with keys */}
        <ul tabIndex={0} aria-label={t('disclosure.title')} className="mt-1.5 flex max-h-28 flex-col gap-1.5 overflow-y-auto">
          {disclosures.toReversed().map(({ at, reason }) => (
            <li key={at}>
              <span className="text-caption text-muted">{dayText(at, i18n.language, true)}</span>
              <p dir="auto" className="break-words">
                {reason}
              </p>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
