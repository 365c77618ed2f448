import { Link } from '@tanstack/react-router';
import { LogIn, LogOut, User, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useAccount } from '../identity/account.query.ts';
import { auth } from '../identity/auth.ts';
import { useAuth } from '../identity/use-auth.ts';

/** The menu of who is signed in, or the ways to become so. Empty until that is known, so that nothing jumps. */
export function AccountMenu({ placement, expanded = false }: { placement: 'bar' | 'rail'; expanded?: boolean }) {
  const { attempted, person } = useAuth();
  if (person) return <PersonMenu placement={placement} />;
  if (!attempted) return <div className={placement === 'bar' ? 'h-10 w-20 md:w-44' : 'h-20'} />;
  return placement === 'bar' ? <BarButtons /> : <RailButtons expanded={expanded} />;
}

function BarButtons() {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <Button variant="quiet" size="sm" onClick={() => void auth.signIn()}>
        {t('common.account.logIn')}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => void auth.signIn({ signUp: true })}>
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
      <IconButton label={t('common.account.signUp')} size="sm" side="right" onClick={() => void auth.signIn({ signUp: true })}>
        <UserPlus />
      </IconButton>
      <IconButton label={t('common.account.logIn')} size="sm" side="right" onClick={() => void auth.signIn()}>
        <LogIn />
      </IconButton>
    </>
  );
}

function PersonMenu({ placement }: { placement: 'bar' | 'rail' }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  const { data: account } = useAccount();
  const name = account?.userName ?? person?.name ?? '';
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <button type="button" aria-label={t('common.account.menu')} className="hit-area grid size-10 place-items-center rounded-full">
          <Avatar name={name} src={account?.avatarUrl ?? null} size="sm" />
        </button>
      </DropdownMenuTrigger>
      <DropdownMenuContent side={placement === 'rail' ? 'right' : 'bottom'}>
        <DropdownMenuLabel>
          <span className="block font-semibold text-body text-ink">{name}</span>
          <span className="block font-normal">{person?.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/profile">
            <User aria-hidden="true" />
            {t('common.account.profile')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void auth.signOut()}>
          <LogOut aria-hidden="true" />
          {t('common.account.logOut')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
