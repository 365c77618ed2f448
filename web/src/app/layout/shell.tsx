import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { useConfig } from '@waystory/client/config-context.tsx';
import { auth } from '@waystory/client/identity/auth.ts';
import { suspensionWatch } from '@waystory/client/identity/suspension.ts';
import { startAnalytics } from '@waystory/client/monitoring/monitoring.ts';
import { useIsAway } from '@waystory/client/use-is-away.ts';
import { Banner } from '@waystory/ui/banner.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentQuestion } from '../../features/consent/consent-question.tsx';
import { dayText } from '../../lib/day-text.ts';
import { answerCache } from '../../model/answer-cache.ts';
import { AssistantButton, useAssistantToggle } from './assistant-door.tsx';
import { Footer } from './footer.tsx';
import { SideRail, tabDestinations } from './side-rail.tsx';
import { useSidebar } from './sidebar-state.ts';
import { UnusableSignInBanner } from './sign-in-trouble.tsx';
import { TopBar } from './top-bar.tsx';

// Loaded on first opening.
const MobileSidebar = lazyPart(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar, 'nothing');
const AssistantPanel = lazyPart(async () => (await import('../../features/assistant/assistant-panel.tsx')).AssistantPanel, 'nothing');
const OrderNotice = lazyPart(async () => (await import('../../features/credits/order-notice.tsx')).OrderNotice, 'nothing');

/**
 * Rail, bars, footer and cookie question around a page. A `full` page fills the rest of the window and scrolls itself. A `data-tall` page scrolls the
 * window if its content is higher. On a phone, a `stage` fills the window.
 */
export function Shell({ footer, layout }: { footer: boolean; layout?: 'full' | 'stage' | undefined }) {
  const { t } = useTranslation();
  const { expanded, openOnMobile, setOpenOnMobile, toggle } = useSidebar();
  const config = useConfig();
  const isWanted = useEver(openOnMobile);
  const assistant = useAssistantToggle();
  const { order } = useSearch({ from: '__root__' });
  const isStage = layout === 'stage';
  const full = layout !== undefined;
  const isDesktop = useIsDesktop();
  const hasBars = isDesktop || !isStage;
  return (
    <div className={cn('flex min-h-dvh bg-canvas text-ink', isStage ? '[--tab-bar:0px]' : '[--tab-bar:4rem]')}>
      <a href="#main" className="sr-only z-50 rounded-full bg-ink px-4 py-2 text-canvas focus:not-sr-only focus:fixed focus:top-3 focus:left-3">
        {t('common.nav.skip')}
      </a>
      <SideRail expanded={expanded} onToggle={toggle} />
      <div
        className={cn(
          'flex min-w-0 flex-1 flex-col pb-16 md:pb-0 print:pb-0',
          full && 'h-dvh has-data-tall:h-auto has-data-tall:min-h-dvh print:h-auto',
          isStage && 'pb-0',
          assistant.isOpen && 'xl:pr-assistant',
        )}
      >
        {hasBars && <TopBar onMenu={toggle} isMenuOpen={openOnMobile} assistant={assistant} />}
        <AwayBanner />
        <SuspensionBanner />
        <UnusableSignInBanner />
        {/* The footer starts below the window, so that a growing page does not push it through the view. */}
        <main
          id="main"
          tabIndex={-1}
          className={cn(
            'outline-none',
            full ? 'relative min-h-0 flex-1 has-data-tall:min-h-[27rem]' : 'mx-auto min-h-[calc(100dvh-3.5rem)] w-full max-w-[1440px] flex-1',
          )}
        >
          <Outlet />
        </main>
        {footer && <Footer />}
        <ConsentQuestion onAnswer={(answer) => answer === 'accepted' && startAnalytics(config)} />
      </div>
      {hasBars ? <TabBar /> : <AssistantButton door={assistant} isFloating />}
      <Suspense>{order && <OrderNotice id={order} />}</Suspense>
      {/* On a phone, the order notice replaces the assistant panel, because each fills the screen. */}
      <Suspense>{assistant.isOpen && (isDesktop || !order) && <AssistantPanel />}</Suspense>
      <Suspense>{isWanted && <MobileSidebar open={openOnMobile} onOpenChange={setOpenOnMobile} />}</Suspense>
    </div>
  );
}

/** Whether `now` was ever true, because an opened overlay stays mounted for its closing animation. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

/** Navigation of the phone (spec 2.3), within reach of the thumb. */
function TabBar() {
  const { t } = useTranslation();
  return (
    <nav
      aria-label={t('common.nav.main')}
      className="@container fixed inset-x-0 bottom-0 z-rail grid grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {tabDestinations.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className="flex h-16 flex-col items-center justify-center gap-1 text-center font-medium text-[0.6875rem] text-muted leading-tight aria-[current=page]:text-accent-text"
        >
          <Icon aria-hidden="true" className="size-5" />
          {/* On a phone, text at twice the size leaves room for icons only. */}
          <span className="@max-[15rem]:sr-only">{t(`common.nav.${label}`)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Banner with the end and the reason of a suspension. The user may continue to read as a visitor. */
function SuspensionBanner() {
  const { t, i18n } = useTranslation();
  const suspension = useSyncExternalStore(suspensionWatch.subscribe, suspensionWatch.current);
  if (!suspension) return null;
  const { reason, until } = suspension;
  return (
    <Banner
      tone="refused"
      title={until ? t('common.suspension.until', { time: dayText(until, i18n.language, true) }) : t('common.suspension.endless')}
      text={
        <>
          {reason && <span dir="auto">{t('common.suspension.reason', { reason })} </span>}
          {t('common.suspension.text')}
        </>
      }
      actions={
        <Button size="sm" variant="secondary" onClick={() => void auth.signOut()}>
          {t('common.account.logOut')}
        </Button>
      }
      className="rounded-none"
    />
  );
}

/** Load time of the oldest cached answer that an outage leaves on the page, milliseconds since 1970; null without one. */
function oldestOnPage(queries: QueryClient): number | null {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: answerCache.isOld })
    .map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}

function useOldestOnPage(): number | null {
  const queries = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => queries.getQueryCache().subscribe(listener), [queries]),
    () => oldestOnPage(queries),
  );
}

/** Banner for an unreachable product, with the age of the data on the page. */
function AwayBanner() {
  const away = useIsAway();
  return away ? <Away /> : null;
}

function Away() {
  const { t, i18n } = useTranslation();
  const oldest = useOldestOnPage();
  const time = oldest && new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'short' }).format(oldest);
  return (
    <Banner
      tone="offline"
      title={t(navigator.onLine ? 'common.away.title' : 'common.away.offlineTitle')}
      text={time ? t('common.away.old', { time }) : t('common.away.text')}
      className="rounded-none"
    />
  );
}
