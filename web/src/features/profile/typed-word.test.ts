import { expect, test } from 'vitest';
import { isTyped } from './typed-word.ts';

test.each(['mira', ' Mira ', '@mira'])('"%s" is the name', (typed) => expect(isTyped(typed, 'Mira')).toBe(true));
test.each(['', '@', 'mir', 'mira2'])('"%s" is not', (typed) => expect(isTyped(typed, 'Mira')).toBe(false));
