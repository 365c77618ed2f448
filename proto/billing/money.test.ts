import { expect, test } from 'vitest';
import { moneyText } from './money.ts';

/** Without the narrow and the unbreakable spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  [1_499, 'eur', 'en', '€14.99'],
  [1_499, 'eur', 'de', '14,99 €'],
  [349_900, 'eur', 'fr', '3 499,00 €'],
  [500, 'jpy', 'en', '¥500'],
  [1_250, 'kwd', 'en', 'KWD 1.250'],
  [0, 'usd', 'en', '$0.00'],
])('%i of %s is read in %s as %s', (amount, currency, language, text) => {
  expect(plain(moneyText(amount, currency, language))).toBe(text);
});
