// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { auth } from '@waystory/client/identity/auth.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { LoginPromptContext } from '../identity/sign-in-gate.ts';
import type { Opinion } from './reaction.ts';
import { ReactionButtons } from './reaction-buttons.tsx';

const visitor = { attempted: true, awaited: false, redirecting: false, person: null };
const reader = { ...visitor, person: { subject: 'reader', email: null, name: null, roles: [] } };

afterEach(() => {
  cleanup();
  auth.state = { attempted: false, awaited: false, redirecting: false, person: null };
});

const story = { reactableType: 'itinerary', reactableId: 'story' } as const;
const onReact = vi.fn();
const prompt = vi.fn();
function show(opinion: Opinion, likes?: number): void {
  onReact.mockReset();
  prompt.mockReset();
  render(
    <LoginPromptContext value={prompt}>
      <ReactionButtons label="this" thing={story} opinion={opinion} likes={likes} onReact={onReact} />
    </LoginPromptContext>,
  );
}
// Without translations, the key is the text.
const like = () => screen.getByRole('button', { name: /reaction\.like/ });
const dislike = () => screen.getByRole('button', { name: 'reaction.dislike' });
const pressed = () => [like(), dislike()].map((button) => button.getAttribute('aria-pressed'));

test.each<[Opinion, string[]]>([
  [null, ['false', 'false']],
  ['like', ['true', 'false']],
  ['dislike', ['false', 'true']],
])('Reaction buttons for the reaction %s have only its button pressed', (opinion, states) => {
  show(opinion, 12);
  expect(pressed()).toEqual(states);
  expect(like().textContent).toContain('12');
});

test('Signed-in person changes and removes a reaction', async () => {
  auth.state = reader;
  show('like', 3);
  fireEvent.click(dislike());
  await waitFor(() => expect(onReact).toHaveBeenLastCalledWith('dislike', 'like'));
  fireEvent.click(like());
  await waitFor(() => expect(onReact).toHaveBeenLastCalledWith(null, 'like'));
});

test('Reaction of a visitor opens the sign-in prompt and is not sent', async () => {
  auth.state = visitor;
  show(null, 3);
  fireEvent.click(like());
  await waitFor(() =>
    expect(prompt).toHaveBeenCalledWith(
      expect.objectContaining({ title: 'reaction.signInTitle', intent: { kind: 'reaction', thing: story, opinion: 'like' } }),
    ),
  );
  expect(onReact).not.toHaveBeenCalled();
});

test('Reaction during a sign-in in progress is sent after it', async () => {
  let signIn = (): void => {};
  vi.spyOn(auth, 'settled').mockReturnValue(new Promise((resolve) => (signIn = resolve)));
  show(null, 3);
  fireEvent.click(like());
  expect(onReact).not.toHaveBeenCalled();
  auth.state = reader;
  signIn();
  await waitFor(() => expect(onReact).toHaveBeenCalledWith('like', null));
  vi.restoreAllMocks();
});
