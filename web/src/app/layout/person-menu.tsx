import { Link } from '@tanstack/react-router';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { Avatar } from '@waystory/ui/avatar.tsx';
import { DropdownMenu, DropdownMenuItem, DropdownMenuLabel, DropdownMenuSeparator } from '@waystory/ui/dropdown-menu.tsx';
import { LogOut, User } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../model/account/account.query.ts';

/** spec 2.3: name and e-mail of the signed-in person, link to the profile, sign-out. */
export function PersonMenu({ placement }: { placement: 'bar' | 'rail' }) {
  const { t } = useTranslation();
  const { person } = useAuth();
  const { data: account } = useAccount();
  const name = account?.userName ?? person?.name ?? '';
  return (
    <DropdownMenu
      side={placement === 'rail' ? 'right' : 'bottom'}
      trigger={
        <button type="button" className="hit-area grid size-10 place-items-center rounded-full">
          <span className="sr-only">{t('common.account.menu')}</span>
          <Avatar name={name} src={account?.avatarUrl ?? null} size="sm" />
        </button>
      }
    >
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
      <DropdownMenuItem icon={<LogOut />} onSelect={() => void auth.signOut()}>
        {t('common.account.logOut')}
      </DropdownMenuItem>
    </DropdownMenu>
  );
}
