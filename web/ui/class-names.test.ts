import { expect, test } from 'vitest';
import { cn } from './class-names.ts';

test.each([
  ['a size and a colour of text stay together', ['text-heading', 'text-muted'], 'text-heading text-muted'],
  ['of two sizes the later one stays', ['text-heading', 'text-small'], 'text-small'],
  ['of two radii the later one stays', ['rounded-card', 'rounded-none'], 'rounded-none'],
  ['of two layers the later one stays', ['z-dialog', 'z-toast'], 'z-toast'],
  ['of two shadows the later one stays', ['shadow-lift', 'shadow-float'], 'shadow-float'],
  ['false values are left out', ['p-2', false, undefined, 'p-4'], 'p-4'],
])('Class names: %s', (_, classes, joined) => {
  expect(cn(...classes)).toBe(joined);
});
