import { invalidRequest } from '../refusal.ts';

/** Paths of references that an answer expands, for example `payment_intent.latest_charge`. */
export type Expansion = readonly string[];

export const isExpanded = (paths: Expansion, field: string): boolean => paths.some((path) => path === field || path.startsWith(`${field}.`));

/** Expansion paths below a field. */
export const expansionBelow = (paths: Expansion, field: string): Expansion =>
  paths.filter((path) => path.startsWith(`${field}.`)).map((path) => path.slice(field.length + 1));

/** @throws StripeRefusal when a requested field cannot be expanded. */
export function checkExpansion(paths: Expansion, fields: readonly string[]): void {
  const unknown = paths.find((path) => !fields.includes(path.split('.')[0] ?? ''));
  if (unknown !== undefined) throw invalidRequest(`This property cannot be expanded (${unknown}).`, { param: 'expand' });
}
