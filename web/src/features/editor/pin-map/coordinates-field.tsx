import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { Field } from '@waystory/ui/field.tsx';
import { Input } from '@waystory/ui/input.tsx';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinatesText, readCoordinates } from './pin-steps.ts';

interface CoordinatesFieldProps {
  value: Coordinates | null;
  onChange: (at: Coordinates) => void;
}

/** Latitude and longitude as text: typed or pasted, taken when the field is left or with Enter. */
export function CoordinatesField({ value, onChange }: CoordinatesFieldProps) {
  const { t } = useTranslation('stop-form');
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const text = value ? coordinatesText(value) : '';
  const take = (): void => {
    if (typed === null || typed.trim() === text || typed.trim() === '') {
      setTyped(null);
      setWrong(false);
      return;
    }
    const at = readCoordinates(typed);
    setWrong(at === null);
    if (!at) return;
    setTyped(null);
    onChange(at);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // The form is not sent from here.
    event.preventDefault();
    take();
  };
  return (
    <Field label={t('pin.coordinates')} error={isWrong ? t('pin.coordinatesWrong') : undefined}>
      <Input
        value={typed ?? text}
        placeholder="38.71390, -9.13940"
        autoComplete="off"
        spellCheck={false}
        className="h-11 tabular-nums"
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={press}
      />
    </Field>
  );
}
