import { expect, test } from 'vitest';
import { addressLine } from './address-line.ts';
import { countries } from './countries.ts';

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
  ['CZ', '1234/5', 'Václavské náměstí', 'Václavské náměstí 1234/5'],
  ['AT', '31/2', 'Mariahilfer Straße', 'Mariahilfer Straße 31/2'],
  ['FR', '12 bis', 'Rue Oberkampf', '12 bis Rue Oberkampf'],
  ['GB', '221B', 'Baker Street', '221B Baker Street'],
  ['ES', 's/n', 'Plaza Mayor', 'Plaza Mayor, s/n'],
  ['IT', '3717', 'Calle Larga San Marco', 'Calle Larga San Marco 3717'],
  ['BE', '10', 'Grote Markt', 'Grote Markt 10'],
  ['BR', '1578', 'Avenida Paulista', 'Avenida Paulista 1578'],
  ['IN', '12', 'MG Road', '12, MG Road'],
  ['HU', '12', 'Andrássy út', 'Andrássy út 12.'],
  ['HU', '12.', 'Andrássy út', 'Andrássy út 12.'],
  ['JP', '4-1', '丸の内一丁目', '丸の内一丁目4-1'],
  ['JP', '2-10', 'Dogenzaka 2-chome', '2-10 Dogenzaka 2-chome'],
  ['CN', '123号', '南京东路', '南京东路123号'],
  ['CN', '123', 'Nanjing East Road', '123 Nanjing East Road'],
  ['TW', '7號', '信義路五段', '信義路五段7號'],
  ['KR', '110', '세종대로', '세종대로 110'],
  ['SG', '10', 'Bayfront Avenue', '10 Bayfront Avenue'],
  ['US', '12-34', '31st Street', '12-34 31st Street'],
])('Address line in %s of house number %s and street %s is %s', (countryCode, houseNumber, street, line) => {
  expect(addressLine({ houseNumber, street, around: ['Quarter', 'Town'], countryCode })).toBe(line);
});

test.each(['IT', 'ES', 'PT', 'BR', 'JP', 'TR', 'IN', 'XX', undefined])('Address line in %s has both street and house number', (countryCode) => {
  const line = addressLine({ houseNumber: '12', street: 'Via Roma', around: [], countryCode }) ?? '';
  expect(line).toContain('12');
  expect(line).toContain('Via Roma');
});

test('Address line has no stray separators in any country', () => {
  for (const { code } of countries) {
    const line = addressLine({ houseNumber: '12', street: 'Via Roma', around: [], countryCode: code }) ?? '';
    expect([code, line.replace('Via Roma', '').replace('12', '').trim()]).toEqual([code, expect.stringMatching(/^[,.]?$/)]);
  }
});

test('Address line without a street has the smallest surrounding settlement and the house number, and is null when either is missing', () => {
  const parts = { houseNumber: '31', street: undefined, countryCode: 'AT' };
  expect(addressLine({ ...parts, around: [undefined, 'Oberau', 'Wildschönau'] })).toBe('Oberau 31');
  expect(addressLine({ ...parts, around: [undefined] })).toBeNull();
  expect(addressLine({ houseNumber: undefined, street: undefined, around: ['Oberau'], countryCode: 'AT' })).toBeNull();
});
