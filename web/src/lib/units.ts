import { Store, useSelector } from '@tanstack/react-store';
import { localTexts } from '@waystory/client/environment.ts';

/** Distance units: kilometres, miles, or by region. */
export const unitChoices = ['auto', 'km', 'mi'] as const;
export type Units = (typeof unitChoices)[number];

const storageKey = 'waystory.units';

function stored(): Units {
  const value = localTexts.getItem(storageKey);
  return unitChoices.find((units) => units === value) ?? 'auto';
}

const chosen = new Store<Units>(stored());

export function chooseUnits(units: Units): void {
  chosen.setState(() => units);
  localTexts.setItem(storageKey, units);
}

/** The chosen units, stored across visits. */
export const useUnits = (): Units => useSelector(chosen);
