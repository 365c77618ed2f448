import { Box, IconButton, ListItemIcon, ListItemText, MenuItem, Tooltip, Typography } from '@mui/material';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { type Theme, useTheme } from '@waystory/ui/theme.ts';
import { ExternalLink, Keyboard, Moon, Sun, SunMoon } from 'lucide-react';
import { useState } from 'react';
import { AppBar, LoadingIndicator, Logout, TitlePortal, UserMenu, useUserMenu } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { LogoMark } from '../lib/logo.tsx';
import { SearchButton } from '../search/search-dialog.tsx';
import { roleOf } from '../session/rights.ts';

/** App bar: current page, signed-in person, and link back to the site. */
export const Bar = () => (
  <AppBar
    color="default"
    alwaysOn
    toolbar={<Tools />}
    userMenu={<PersonMenu />}
    sx={{ '& .RaAppBar-toolbar': { minHeight: 56, px: { xs: 0.5, sm: 1 } } }}
  >
    <Box sx={{ display: { xs: 'none', sm: 'flex' }, alignItems: 'center', gap: 1.25, width: 172 }}>
      <LogoMark />
      <Typography component="span" sx={{ fontWeight: 800, letterSpacing: '-0.03em', fontSize: '1.0625rem' }}>
        Waystory
      </Typography>
      <Typography component="span" variant="caption" color="text.secondary">
        Admin
      </Typography>
    </Box>
    <TitlePortal variant="h6" component="h1" />
  </AppBar>
);

const Tools = () => (
  <>
    <SearchButton />
    <LoadingIndicator aria-label="Loading" />
    <Tooltip title="Open Waystory">
      <IconButton href="/" color="inherit" aria-label="Open Waystory" size="small" sx={{ width: 40, height: 40 }}>
        <ExternalLink size={18} aria-hidden="true" />
      </IconButton>
    </Tooltip>
  </>
);

const roleNames = { moderator: 'Moderator', admin: 'Administrator' } as const;

function PersonMenu() {
  const { person } = useAuth();
  const role = roleOf(person?.roles ?? []);
  const [showsKeys, setShowsKeys] = useState(false);
  const navigate = useNavigate();
  useKeys({ '?': () => setShowsKeys(true), 'g q': () => void navigate('/queue') });
  return (
    <>
      {/* The visible name is also the accessible name of the button. */}
      <UserMenu label={person?.name ?? person?.email ?? 'Profile'}>
        <Box component="li" sx={{ px: 2, py: 1, maxWidth: 280 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 650 }}>
            {person?.name ?? person?.email}
          </Typography>
          <Typography variant="caption" color="text.secondary">
            {role && roleNames[role]}
          </Typography>
        </Box>
        <ThemeItem />
        <KeysItem onOpen={() => setShowsKeys(true)} />
        <Logout />
      </UserMenu>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

const next: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const themeNames: Readonly<Record<Theme, string>> = { system: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' };
const themeIcons = { system: SunMoon, light: Sun, dark: Moon } as const;

/** Menu item that changes the theme, which the admin app shares with the site. */
function ThemeItem() {
  const { theme, setTheme } = useTheme();
  const menu = useUserMenu();
  const Icon = themeIcons[theme];
  const choose = (): void => {
    setTheme(next[theme]);
    menu?.onClose();
  };
  return (
    <MenuItem onClick={choose}>
      <ListItemIcon>
        <Icon size={18} aria-hidden="true" />
      </ListItemIcon>
      <ListItemText>{themeNames[theme]}</ListItemText>
    </MenuItem>
  );
}

function KeysItem({ onOpen }: { onOpen: () => void }) {
  const menu = useUserMenu();
  const open = (): void => {
    menu?.onClose();
    onOpen();
  };
  return (
    <MenuItem onClick={open}>
      <ListItemIcon>
        <Keyboard size={18} aria-hidden="true" />
      </ListItemIcon>
      <ListItemText>Keys (?)</ListItemText>
    </MenuItem>
  );
}
