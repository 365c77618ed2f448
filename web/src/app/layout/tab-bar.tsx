import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { tabDestinations } from './navigation.ts';

/** Navigation of the phone (spec 2.3), within reach of the thumb. */
export function TabBar() {
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
          {/* Letters of twice the size leave room for icons alone on a phone. */}
          <span className="@max-[15rem]:sr-only">{t(`common.nav.${label}`)}</span>
        </Link>
      ))}
    </nav>
  );
}
