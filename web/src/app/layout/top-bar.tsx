import { Link } from '@tanstack/react-router';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { IconButton, LinkButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { LogoMark } from '@waystory/ui/logo.tsx';
import { CircleHelp, Menu, Plus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from './account-menu.tsx';
import { AssistantButton, type AssistantToggle } from './assistant-door.tsx';
import { ThemeToggle } from './theme-menu.tsx';

const LanguageMenu = lazyPart(async () => (await import('./language-menu.tsx')).LanguageMenu, 'nothing');

interface TopBarProps {
  /** Opens the phone's sidebar. */
  onMenu: () => void;
  isMenuOpen: boolean;
  assistant: AssistantToggle;
}

/**
 * Bar above a page, except a `bare` page, and a `stage` on a phone. The logo is for phones only; help and languages are for desktops only (spec 2.3).
 */
export function TopBar({ onMenu, isMenuOpen, assistant }: TopBarProps) {
  const { t } = useTranslation();
  const { person } = useAuth();
  return (
    <header className="@container sticky top-0 z-bar flex h-14 shrink-0 items-center gap-1.5 border-line border-b bg-canvas/90 px-3 backdrop-blur md:gap-2 md:px-5 print:hidden">
      <IconButton
        icon={<Menu />}
        label={t('common.nav.menu')}
        size="sm"
        side="bottom"
        aria-expanded={isMenuOpen}
        className="-mr-1 md:hidden"
        onClick={onMenu}
      />
      <Link
        to="/"
        aria-label={t('common.nav.home')}
        className={cn(
          'flex items-center gap-2 rounded-xl font-extrabold text-ink tracking-tight max-[15rem]:hidden md:hidden',
          // With text at twice the size, a visitor's labels need the logo's room; the tab bar also leads home.
          !person && '@max-[11rem]:hidden',
        )}
      >
        <LogoMark className="size-8" />
        <span className="hidden @min-[24.75rem]:inline">Waystory</span>
      </Link>
      <span className="flex-1" />
      <LinkButton asChild variant="quiet" size="sm" className="hidden md:inline-flex">
        <Link to="/help">
          <CircleHelp aria-hidden="true" />
          {t('common.nav.help')}
        </Link>
      </LinkButton>
      <AssistantButton door={assistant} />
      {/* Hidden on the smallest phones and with large text; the tab bar has the same link. */}
      <LinkButton asChild size="sm" className={cn('@max-[13.5rem]:hidden', !person && '@max-[22.4rem]:hidden')}>
        <Link to="/itineraries/create">
          <Plus aria-hidden="true" />
          {/* A visitor's bar has two buttons, for sign-in and registration, in place of the avatar. */}
          <span className={person ? undefined : '@max-[23.4rem]:sr-only'}>{t('common.nav.create')}</span>
        </Link>
      </LinkButton>
      <AccountMenu placement="bar" />
      <div className="hidden items-center md:flex">
        <ThemeToggle />
        <Suspense fallback={<div className="h-9 w-20" />}>
          <LanguageMenu />
        </Suspense>
      </div>
    </header>
  );
}
