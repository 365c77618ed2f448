import { IconButton } from '@waystory/ui/button.tsx';
import { useTheme } from '@waystory/ui/theme.ts';
import { Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Switches between light and dark; the default follows the system. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { resolved, setTheme } = useTheme();
  const dark = resolved === 'dark';
  return (
    <IconButton
      icon={dark ? <Sun /> : <Moon />}
      label={t(dark ? 'common.theme.toLight' : 'common.theme.toDark')}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
