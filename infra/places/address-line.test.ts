import { expect, test } from 'vitest';
import { addressLine } from './address-line.ts';

test.each([
  ['GB', '10', 'Downing Street', '10 Downing Street'],
  ['US', '1600', 'Pennsylvania Avenue Northwest', '1600 Pennsylvania Avenue Northwest'],
  ['FR', '99', 'Rue de Rivoli', '99 Rue de Rivoli'],
  ['IE', '8', "O'Connell Street", "8 O'Connell Street"],
  ['CA', '290', 'Bremner Boulevard', '290 Bremner Boulevard'],
  ['AU', '2', 'Macquarie Street', '2 Macquarie Street'],
  ['NZ', '1', 'Queen Street', '1 Queen Street'],
  ['DE', '5', 'Hauptstraße', 'Hauptstraße 5'],
  ['AT', '1', 'Stephansplatz', 'Stephansplatz 1'],
  ['CH', '3', 'Bahnhofstrasse', 'Bahnhofstrasse 3'],
  ['NL', '67', 'Prinsengracht', 'Prinsengracht 67'],
  ['SE', '4', 'Storgatan', 'Storgatan 4'],
  ['DK', '2', 'Nyhavn', 'Nyhavn 2'],
  ['NO', '7', 'Karl Johans gate', 'Karl Johans gate 7'],
  ['FI', '1', 'Mannerheimintie', 'Mannerheimintie 1'],
  ['PL', '12', 'Floriańska', 'Floriańska 12'],
  ['CZ', '6', 'Karlova', 'Karlova 6'],
])('In %s the number %s of %s is written %s', (countryCode, houseNumber, street, line) => {
  expect(addressLine({ houseNumber, street, around: ['Quarter', 'Town'], countryCode })).toBe(line);
});

test.each(['IT', 'ES', 'PT', 'BR', 'JP', 'TR', 'IN', 'XX', undefined])('In %s neither street nor number is lost', (countryCode) => {
  const line = addressLine({ houseNumber: '12', street: 'Via Roma', around: [], countryCode }) ?? '';
  expect(line).toContain('12');
  expect(line).toContain('Via Roma');
});

test('A number without a street is that of the smallest place around it, and none is left alone', () => {
  const parts = { houseNumber: '31', street: undefined, countryCode: 'AT' };
  expect(addressLine({ ...parts, around: [undefined, 'Oberau', 'Wildschönau'] })).toBe('Oberau 31');
  expect(addressLine({ ...parts, around: [undefined] })).toBeNull();
  expect(addressLine({ houseNumber: undefined, street: undefined, around: ['Oberau'], countryCode: 'AT' })).toBeNull();
});
