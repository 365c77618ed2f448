// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { auth } from '@waystory/client/identity/auth.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Intent, intents } from '../../model/identity/intent.ts';
import { useLoginPrompt } from '../../model/identity/sign-in-gate.ts';
import { ReactionButtons } from '../../model/social/reaction-buttons.tsx';
import { LoginPromptProvider } from './login-prompt.tsx';

const thing = { reactableType: 'itinerary', reactableId: 'story' } as const;
const like: Intent = { kind: 'reaction', thing, opinion: 'like' };

// The first import takes longer than the timeout of a query.
beforeAll(() => import('./login-prompt-dialog.tsx'));
beforeEach(() => {
  vi.spyOn(auth, 'signIn').mockResolvedValue();
  auth.state = { attempted: true, awaited: false, redirecting: false, person: null };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  intents.forget();
  auth.state = { attempted: false, awaited: false, redirecting: false, person: null };
});

test('like button of a visitor opens the sign-in prompt and sends no reaction', async () => {
  const onReact = vi.fn();
  render(
    <LoginPromptProvider>
      <ReactionButtons label="this" thing={thing} opinion={null} likes={3} onReact={onReact} />
    </LoginPromptProvider>,
  );
  // Without a translation the key is the text.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /reaction\.like/ })));
  expect(await screen.findByRole('dialog', { name: 'reaction.signInTitle' })).toBeTruthy();
  expect(onReact).not.toHaveBeenCalled();
});

function Asking({ intent }: { intent?: Intent }) {
  const prompt = useLoginPrompt();
  return (
    <button type="button" onClick={() => prompt({ intent })}>
      ask
    </button>
  );
}

/** Opens the prompt and presses the given button. */
async function answer(button: 'logIn' | 'signUp' | 'cancel', intent?: Intent): Promise<void> {
  render(
    <LoginPromptProvider>
      <Asking {...(intent && { intent })} />
    </LoginPromptProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'ask' }));
  fireEvent.click(await screen.findByRole('button', { name: `common.loginPrompt.${button}` }));
}

test.each([
  ['logIn', false],
  ['signUp', true],
] as const)('button %s of the sign-in prompt keeps the intent and signs in', async (button, signUp) => {
  await answer(button, like);
  expect(auth.signIn).toHaveBeenCalledExactlyOnceWith({ signUp });
  expect(intents.take()).toEqual(like);
});

test('cancelling the sign-in prompt stores no intent', async () => {
  await answer('cancel', like);
  expect(auth.signIn).not.toHaveBeenCalled();
  expect(intents.take()).toBeNull();
});

test('a page intent becomes the return path of the sign-in', async () => {
  intents.keep(like);
  await answer('signUp', { kind: 'page', path: '/itineraries/create/manual' });
  expect(auth.signIn).toHaveBeenCalledExactlyOnceWith({ signUp: true, returnTo: '/itineraries/create/manual' });
  expect(intents.take()).toBeNull();
});

test('sign-in from a prompt without an intent drops an earlier intent', async () => {
  intents.keep(like);
  await answer('logIn');
  expect(intents.take()).toBeNull();
});
