import { expect, test } from 'vitest';
import { isTyped } from './profile-page.tsx';

test.each(['mira', ' Mira ', '@mira'])('"%s" confirms the user name', (typed) => expect(isTyped(typed, 'Mira')).toBe(true));
test.each(['', '@', 'mir', 'mira2'])('"%s" does not confirm the user name', (typed) => expect(isTyped(typed, 'Mira')).toBe(false));
