import { Store, useSelector } from '@tanstack/react-store';

/** Distances in kilometres or miles, or in whatever is usual where the reader is. */
export const unitChoices = ['auto', 'km', 'mi'] as const;
export type Units = (typeof unitChoices)[number];

const storageKey = 'waystory.units';

function stored(): Units {
  try {
    const value = localStorage.getItem(storageKey);
    return unitChoices.find((units) => units === value) ?? 'auto';
  } catch {
    return 'auto';
  }
}

const chosen = new Store<Units>(stored());

export function chooseUnits(units: Units): void {
  chosen.setState(() => units);
  try {
    localStorage.setItem(storageKey, units);
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** The units that the reader chose, kept across visits. */
export const useUnits = (): Units => useSelector(chosen);
