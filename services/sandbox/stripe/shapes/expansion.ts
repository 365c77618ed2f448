import { invalid } from '../refusal.ts';

/** Paths of what an answer is to hold whole where it would name it only: `payment_intent.latest_charge`. */
export type Expansion = readonly string[];

export const isExpanded = (paths: Expansion, field: string): boolean => paths.some((path) => path === field || path.startsWith(`${field}.`));

/** Expansion paths below a field. */
export const within = (paths: Expansion, field: string): Expansion =>
  paths.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1));

/** @throws StripeRefusal when a field is asked for that cannot be had whole. */
export function checkExpansion(paths: Expansion, fields: readonly string[]): void {
  const unknown = paths.find((path) => !fields.includes(path.split('.')[0] ?? ''));
  if (unknown !== undefined) throw invalid(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}
