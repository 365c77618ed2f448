/** Currencies that Stripe counts in whole units. Intl differs: it has no decimals for UGX and HUF, which Stripe counts in hundredths. */
const whole = new Set(['bif', 'clp', 'djf', 'gnf', 'jpy', 'kmf', 'krw', 'mga', 'pyg', 'rwf', 'vnd', 'vuv', 'xaf', 'xof', 'xpf']);
/** Currencies in thousandths. Stripe accepts their amounts only as multiples of ten. */
const thousandths = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
/** Currencies in hundredths, in which Stripe accepts whole units only. */
const wholeInHundredths = new Set(['isk', 'ugx']);

/** Smallest charge by currency, minor units. For other currencies the limit is 50 cents in the seller's currency. */
const least: Readonly<Record<string, number>> = {
  ...{ usd: 50, aed: 200, aud: 50, brl: 50, cad: 50, chf: 50, cop: 200_000, czk: 1_500, dkk: 250, eur: 50, gbp: 30, hkd: 400, huf: 17_500 },
  ...{ inr: 50, jpy: 50, mxn: 1_000, myr: 200, nok: 300, nzd: 50, pln: 200, ron: 200, sek: 300, sgd: 50, thb: 1_000 },
};
/** Maximum number of digits of an amount, for currencies that allow more than eight. */
const digits: Readonly<Record<string, number>> = { cop: 10, huf: 10, idr: 12, inr: 9, jpy: 10, lbp: 12 };

/** Number of decimals in Stripe's amounts of a currency. */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase();
  return whole.has(code) ? 0 : thousandths.has(code) ? 3 : 2;
}

/** Reason why Stripe would refuse to charge an amount in minor units; null if it would not. */
export function chargeProblem(amount: number, currency: string): string | null {
  const code = currency.toLowerCase();
  if (!Intl.supportedValuesOf('currency').includes(code.toUpperCase())) return `${currency} is not a currency`;
  const step = thousandths.has(code) ? 10 : wholeInHundredths.has(code) ? 100 : 1;
  if (amount % step !== 0) return `amounts in ${code} must be multiples of ${step}`;
  const smallest = least[code] ?? step;
  if (amount < smallest) return `Stripe takes at least ${smallest} in ${code}`;
  const largest = 10 ** (digits[code] ?? 8) - 1;
  return amount > largest ? `Stripe takes at most ${largest} in ${code}` : null;
}

/** Text of an amount in minor units, with as many decimals as Stripe shows. */
export function moneyText(amount: number, currency: string, language: string): string {
  const decimals = decimalsOf(currency);
  const usual = new Intl.NumberFormat(language, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? decimals;
  const shown = amount % 10 ** decimals === 0 ? Math.min(usual, decimals) : decimals;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: shown, maximumFractionDigits: shown });
  return format.format(amount / 10 ** decimals);
}
