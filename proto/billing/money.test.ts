import { expect, test } from 'vitest';
import { chargeProblem, decimalsOf, moneyText } from './money.ts';

/** Replaces narrow and non-breaking spaces. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  [1_499, 'eur', 'en', '€14.99'],
  [1_499, 'eur', 'de', '14,99 €'],
  [349_900, 'eur', 'fr', '3 499,00 €'],
  [500, 'jpy', 'en', '¥500'],
  [1_250, 'kwd', 'en', 'KWD 1.250'],
  [0, 'usd', 'en', '$0.00'],
  [2_000_000, 'huf', 'hu', '20 000 Ft'],
  [2_000_050, 'huf', 'hu', '20 000,50 Ft'],
  [70_000, 'isk', 'en', 'ISK 700'],
  [1_900_000, 'ugx', 'en', 'UGX 19,000'],
  [7_500_000, 'idr', 'en', 'IDR 75,000'],
  [4_000_000, 'cop', 'en', 'COP 40,000'],
  [-200_000, 'HUF', 'en', '-HUF 2,000'],
  [15_000, 'mga', 'en', 'MGA 15,000'],
  [500, 'xaf', 'en', 'FCFA 500'],
])('moneyText of %i minor units of %s in the language %s is %s', (amount, currency, language, text) => {
  expect(plain(moneyText(amount, currency, language))).toBe(text);
});

test('Money text of any currency has the amount that Stripe charges', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const amount = 1_230 * 10 ** decimalsOf(currency);
    const digits = moneyText(amount, currency, 'en')
      .replaceAll(/[^\d.]|\.$/g, '')
      .replace(/^\./, '');
    expect([currency, Number(digits)]).toEqual([currency, 1_230]);
  }
});

test.each([
  [499, 'eur', null],
  [70_050, 'isk', 'multiples of 100'],
  [70_000, 'isk', null],
  [1_900_001, 'ugx', 'multiples of 100'],
  [1_234, 'kwd', 'multiples of 10'],
  [1_235, 'tnd', 'multiples of 10'],
  [1_230, 'kwd', null],
  [49, 'usd', 'at least 50'],
  [29, 'gbp', 'at least 30'],
  [17_499, 'huf', 'at least 17500'],
  [200_000, 'huf', null],
  [100_000_000, 'eur', 'at most 99999999'],
  [100_000_000, 'idr', null],
  [499, 'zzz', 'not a currency'],
])('chargeProblem of %i minor units of %s is %s', (amount, currency, reason) => {
  const problem = chargeProblem(amount, currency);
  if (reason === null) expect(problem).toBeNull();
  else expect(problem).toContain(reason);
});
