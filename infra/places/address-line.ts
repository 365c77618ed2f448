import addressFormatter from '@fragaria/address-formatter';

/** Parts of an address as OpenStreetMap names them. */
export interface AddressParts {
  houseNumber: string | undefined;
  street: string | undefined;
  /** What numbers belong to where there are no streets, from the smallest: a hamlet, a quarter, a town. */
  around: readonly (string | undefined)[];
  countryCode: string | undefined;
}

/** Street and number in the order of the country. A number without a street is that of a hamlet or a quarter; null when nothing is known that it belongs to. */
export function addressLine({ houseNumber, street, around, countryCode }: AddressParts): string | null {
  const road = street ?? (houseNumber ? around.find(Boolean) : undefined);
  if (!road) return null;
  if (!houseNumber) return road;
  // The formatter is for whole addresses; of these two parts it makes the line alone.
  const lines = addressFormatter.format({ road, houseNumber, countryCode: countryCode?.toUpperCase() ?? '' }, { output: 'array' });
  const line = lines.join(', ');
  return line.includes(houseNumber) && line.includes(road) ? line : `${road} ${houseNumber}`;
}
