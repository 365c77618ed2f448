import { Outlet, useSearch } from '@tanstack/react-router';
import { useConfig } from '@waystory/client/config-context.tsx';
import { startMeasurements } from '@waystory/client/monitoring/monitoring.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentQuestion } from '../../features/consent/consent-question.tsx';
import { AssistantButton, useAssistantDoor } from './assistant-door.tsx';
import { AwayBanner } from './away-banner.tsx';
import { Footer } from './footer.tsx';
import { SideRail } from './side-rail.tsx';
import { useSidebar } from './sidebar-state.ts';
import { UnusableBanner } from './sign-in-trouble.tsx';
import { SuspensionBanner } from './suspension-banner.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

// Nobody needs it before it is opened.
const MobileSidebar = lazyPart(async () => (await import('./mobile-sidebar.tsx')).MobileSidebar, 'nothing');
const AssistantPanel = lazyPart(async () => (await import('../../features/assistant/assistant-panel.tsx')).AssistantPanel, 'nothing');
const OrderNotice = lazyPart(async () => (await import('../../features/credits/order-notice.tsx')).OrderNotice, 'nothing');

/** Rail, bars, footer and the question about cookies around a page. A `full` page fills the rest of the window and scrolls itself, unless it is `data-tall` in a window that is lower than what stands on it; on a phone a `stage` takes all of it. */
export function Shell({ footer, layout }: { footer: boolean; layout?: 'full' | 'stage' | undefined }) {
  const { t } = useTranslation();
  const { expanded, openOnMobile, setOpenOnMobile, toggle } = useSidebar();
  const config = useConfig();
  const isWanted = useEver(openOnMobile);
  const assistant = useAssistantDoor();
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
        <UnusableBanner />
        {/* The footer begins below the window: a page that grows while it loads must not push it through the view. */}
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
        <ConsentQuestion onAnswer={(answer) => answer === 'accepted' && startMeasurements(config)} />
      </div>
      {hasBars ? <TabBar /> : <AssistantButton door={assistant} isFloating />}
      <Suspense>{order && <OrderNotice id={order} />}</Suspense>
      {/* One thing at a time on a phone, where each takes all of it. */}
      <Suspense>{assistant.isOpen && (isDesktop || !order) && <AssistantPanel />}</Suspense>
      <Suspense>{isWanted && <MobileSidebar open={openOnMobile} onOpenChange={setOpenOnMobile} />}</Suspense>
    </div>
  );
}

/** Whether it was true at any time: what has opened stays until it has closed before one's eyes. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
