import { serverNow } from '@waystory/client/environment.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });
const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/**
 * Elapsed time in its largest full unit.
 * @param at ISO 8601 UTC
 */
export function since(at: string, now: number = serverNow()): string {
  const seconds = (now - Date.parse(at)) / 1_000;
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? [];
  return unit && size ? relative.format(-Math.floor(seconds / size), unit) : 'just now';
}
