import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { SidePanel } from '@waystory/ui/side-panel.tsx';
import { useTranslation } from 'react-i18next';
import { LanguageMenu } from './language-menu.tsx';
import { mobileDestinations, RailLink } from './side-rail.tsx';
import { ThemeToggle } from './theme-menu.tsx';

/** Phone sidebar: 18rem over the page (spec 9), with the items missing in the bars. */
export function MobileSidebar({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  return (
    <SidePanel
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title="Waystory"
      className="w-sidebar-mobile max-w-[calc(100vw-1.5rem)]"
      footer={
        <div className="flex items-center justify-between">
          <LanguageMenu />
          <ThemeToggle />
        </div>
      }
    >
      <nav aria-label={t('common.nav.all')} className="-mx-2 flex flex-col gap-1">
        {mobileDestinations(person !== null).map((destination) => (
          <RailLink key={destination.to} destination={destination} expanded onFollow={() => onOpenChange(false)} />
        ))}
      </nav>
    </SidePanel>
  );
}
