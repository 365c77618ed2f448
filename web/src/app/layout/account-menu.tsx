import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { lazyPart } from '@waystory/ui/lazy-part.tsx';
import { LogIn, UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

// Visitors never need the menu, so it is not in the first load.
const PersonMenu = lazyPart(async () => (await import('./person-menu.tsx')).PersonMenu, 'nothing');

/** Menu of the signed-in person, or links to sign in. Empty during the silent sign-in, so that the layout does not shift. */
export function AccountMenu({ placement, expanded = false }: { placement: 'bar' | 'rail'; expanded?: boolean }) {
  const { awaited, person } = useAuth();
  if (person)
    return (
      <Suspense fallback={<div className="size-10" />}>
        <PersonMenu placement={placement} />
      </Suspense>
    );
  if (awaited) return <div className={placement === 'bar' ? 'h-10 w-20 md:w-44' : 'h-20'} />;
  return placement === 'bar' ? <BarButtons /> : <RailButtons expanded={expanded} />;
}

function BarButtons() {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <Button variant="quiet" size="sm" onClick={() => void auth.signIn()}>
        {t('common.account.logIn')}
      </Button>
      {/* The sign-in page also offers registration. */}
      <Button variant="secondary" size="sm" className="@max-[13.5rem]:hidden" onClick={() => void auth.signIn({ signUp: true })}>
        {t('common.account.signUp')}
      </Button>
    </div>
  );
}

function RailButtons({ expanded }: { expanded: boolean }) {
  const { t } = useTranslation();
  if (expanded) return <BarButtons />;
  return (
    <>
      <IconButton icon={<UserPlus />} label={t('common.account.signUp')} size="sm" side="right" onClick={() => void auth.signIn({ signUp: true })} />
      <IconButton icon={<LogIn />} label={t('common.account.logIn')} size="sm" side="right" onClick={() => void auth.signIn()} />
    </>
  );
}
