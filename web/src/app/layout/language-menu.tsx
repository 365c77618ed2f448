import { Button } from '@waystory/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '@waystory/ui/dropdown-menu.tsx';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages } from '../i18n.ts';

/** spec 1: English is active, the others are announced and cannot be chosen. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const language = i18n.resolvedLanguage ?? 'en';
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="quiet"
          size="sm"
          icon={<Languages aria-hidden="true" />}
          aria-label={`${t('common.language.label')}: ${language.toUpperCase()}`}
        >
          {language.toUpperCase()}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuRadioGroup value={language} onValueChange={(code) => void i18n.changeLanguage(code)}>
          {languages.map(({ code, name, ready }) => (
            <DropdownMenuRadioItem key={code} value={code} disabled={!ready} note={ready ? undefined : t('common.language.soon')}>
              <span lang={code}>{name}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
