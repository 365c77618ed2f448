import { expect, test } from 'vitest';
import { matchesConfirmationWord } from './profile-page.tsx';

test.each(['mira', ' Mira ', '@mira'])('deletion dialog: "%s" confirms the user name Mira', (typed) =>
  expect(matchesConfirmationWord(typed, 'Mira')).toBe(true),
);
test.each(['', '@', 'mir', 'mira2'])('deletion dialog: "%s" does not confirm the user name Mira', (typed) =>
  expect(matchesConfirmationWord(typed, 'Mira')).toBe(false),
);
