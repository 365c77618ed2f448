import { Button } from '@waystory/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '@waystory/ui/dropdown-menu.tsx';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseUnits, unitChoices, useUnits } from '../../lib/units.ts';
import { languages } from '../i18n.ts';

/** spec 1: English is active; other languages are announced and cannot be chosen. Also holds the units of distance. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const units = useUnits();
  const choose = (value: string): void => chooseUnits(unitChoices.find((one) => one === value) ?? 'auto');
  const language = i18n.resolvedLanguage ?? 'en';
  return (
    <DropdownMenu
      trigger={
        <Button
          variant="quiet"
          size="sm"
          icon={<Languages aria-hidden="true" />}
          aria-label={`${t('common.language.label')}: ${language.toUpperCase()}`}
        >
          {language.toUpperCase()}
        </Button>
      }
    >
      <DropdownMenuRadioGroup value={language} onValueChange={(code) => void i18n.changeLanguage(code)}>
        {languages.map(({ code, name, ready }) => (
          <DropdownMenuRadioItem key={code} value={code} disabled={!ready} note={ready ? undefined : t('common.language.soon')}>
            <span lang={code}>{name}</span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t('common.units.label')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={units} onValueChange={choose}>
        {unitChoices.map((one) => (
          <DropdownMenuRadioItem key={one} value={one}>
            {t(`common.units.${one}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </DropdownMenu>
  );
}
