// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { auth } from '../../client/identity/auth.ts';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { LoginPromptProvider } from './login-prompt.tsx';

// Its first transformation takes longer than a query waits.
beforeAll(() => import('./login-prompt-dialog.tsx'));
afterEach(() => {
  cleanup();
  auth.state = { attempted: false, redirecting: false, person: null };
});

test('a visitor is asked to sign in, and nothing is counted', async () => {
  auth.state = { attempted: true, redirecting: false, person: null };
  const onReact = vi.fn();
  render(
    <LoginPromptProvider>
      <ReactionButtons label="this" opinion={null} likes={3} onReact={onReact} />
    </LoginPromptProvider>,
  );
  // Without a translation the key is the text.
  fireEvent.click(screen.getByRole('button', { name: /reaction\.like/ }));
  expect(await screen.findByRole('dialog', { name: 'reaction.signInTitle' })).toBeTruthy();
  expect(onReact).not.toHaveBeenCalled();
});
