import { Link } from '@tanstack/react-router';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { cn } from '@waystory/ui/class-names.ts';
import { LogoMark } from '@waystory/ui/logo.tsx';
import { Tooltip } from '@waystory/ui/tooltip.tsx';
import { CircleHelp, Compass, type LucideIcon, Map as MapIcon, PanelLeft, Plus, Search, User, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { AccountMenu } from './account-menu.tsx';

/** Desktop navigation: 3rem with icons, 16rem with labels (spec 9). */
export function SideRail({ expanded, onToggle }: { expanded: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  // The silent sign-in already shows the items of a signed-in person, so that the layout does not shift.
  const { awaited, person } = useAuth();
  return (
    <nav
      aria-label={t('common.nav.main')}
      data-expanded={expanded}
      className={cn(
        'sticky top-0 z-rail hidden h-dvh shrink-0 flex-col gap-1 overflow-hidden border-line border-r bg-surface px-1 py-3 transition-[width] duration-base md:flex print:hidden',
        expanded ? 'w-sidebar' : 'w-rail',
      )}
    >
      <Link to="/" className="mb-3 flex h-10 items-center gap-3 rounded-xl px-0.5 text-ink text-lg" aria-label={t('common.nav.home')}>
        <LogoMark className="size-9" />
        {expanded && <span className="font-extrabold tracking-tight">Waystory</span>}
      </Link>
      {railDestinations(person !== null || awaited).map((destination) => (
        <RailLink key={destination.to} destination={destination} expanded={expanded} />
      ))}
      <div className="mt-auto flex flex-col gap-1">
        <Tooltip label={t('common.nav.toggle')} side="right">
          <button
            type="button"
            onClick={onToggle}
            aria-expanded={expanded}
            aria-label={expanded ? undefined : t('common.nav.toggle')}
            className="flex h-10 items-center gap-3 rounded-xl px-2.5 text-muted hover:bg-canvas hover:text-ink"
          >
            <PanelLeft aria-hidden="true" className="size-5 shrink-0" />
            {expanded && <span className="text-sm">{t('common.nav.collapse')}</span>}
          </button>
        </Tooltip>
        <AccountMenu placement="rail" expanded={expanded} />
      </div>
    </nav>
  );
}

interface RailLinkProps {
  destination: Destination;
  expanded: boolean;
  onFollow?: () => void;
}

/** An icon, with its label in an expanded sidebar. */
export function RailLink({ destination: { to, label, icon: Icon }, expanded, onFollow }: RailLinkProps) {
  const { t } = useTranslation();
  const name = t(`common.nav.${label}`);
  const link = (
    <Link
      to={to}
      aria-label={name}
      onClick={onFollow}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex h-10 items-center gap-3 rounded-xl px-2.5 text-muted hover:bg-canvas hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {expanded && <span className="truncate font-medium text-sm">{name}</span>}
    </Link>
  );
  return expanded ? (
    link
  ) : (
    <Tooltip label={name} side="right">
      {link}
    </Tooltip>
  );
}

export interface Destination {
  to: '/' | '/following' | '/my-itineraries' | '/itineraries/create' | '/search' | '/help' | '/profile';
  /** Translation key, below `common.nav`. */
  label: 'explore' | 'following' | 'myItineraries' | 'create' | 'search' | 'help' | 'profile';
  icon: LucideIcon;
}

const explore: Destination = { to: '/', label: 'explore', icon: Compass };
const following: Destination = { to: '/following', label: 'following', icon: Users };
const mine: Destination = { to: '/my-itineraries', label: 'myItineraries', icon: MapIcon };
const create: Destination = { to: '/itineraries/create', label: 'create', icon: Plus };
const search: Destination = { to: '/search', label: 'search', icon: Search };
const help: Destination = { to: '/help', label: 'help', icon: CircleHelp };
const profile: Destination = { to: '/profile', label: 'profile', icon: User };

/** spec 2.3; a signed-in person also has the feed of followed authors. */
export const railDestinations = (isSignedIn: boolean): readonly Destination[] => [
  explore,
  ...(isSignedIn ? [following] : []),
  ...[mine, create, search, help],
];
/** spec 2.3: the five destinations that fit into the tab bar. */
export const tabDestinations: readonly Destination[] = [explore, mine, create, search, profile];
export const mobileDestinations = (isSignedIn: boolean): readonly Destination[] => [
  explore,
  ...(isSignedIn ? [following] : []),
  ...[mine, create, search, profile, help],
];
