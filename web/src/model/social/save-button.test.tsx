// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { auth } from '@waystory/client/identity/auth.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { listsHolding, myCollections } from '../collection/collection.query.ts';
import { LoginPromptContext } from '../identity/sign-in-gate.ts';
import { queryClient } from '../query-client.ts';
import { SaveButton } from './save-button.tsx';
import { savedIds } from './saved.query.ts';

const visitor = { attempted: true, awaited: false, redirecting: false, person: null };
const reader = { ...visitor, person: { subject: 'reader', email: null, name: null, roles: [] } };
const prompt = vi.fn();

function show(savedStops: readonly string[]): HTMLElement {
  queryClient.setQueryData(savedIds('stop').queryKey, savedStops);
  queryClient.setQueryData(myCollections.queryKey, []);
  queryClient.setQueryData(listsHolding('tower').queryKey, []);
  render(
    <QueryClientProvider client={queryClient}>
      <LoginPromptContext value={prompt}>
        <SaveButton kind="stop" id="tower" />
      </LoginPromptContext>
    </QueryClientProvider>,
  );
  return screen.getByRole('button');
}
// Without translations, the key is the text.
const saved = 'common.save.saved';

afterEach(() => {
  cleanup();
  queryClient.clear();
  prompt.mockReset();
  auth.state = { attempted: false, awaited: false, redirecting: false, person: null };
});

test('Save button of a visitor opens the sign-in prompt with the intent', async () => {
  auth.state = visitor;
  const button = show([]);
  expect(button.textContent).toBe('common.save.action');
  fireEvent.click(button);
  await waitFor(() => expect(prompt).toHaveBeenCalledWith(expect.objectContaining({ intent: { kind: 'save', what: 'stop', id: 'tower' } })));
});

test('Save button of a saved item is labelled as saved, and opens the lists instead of removing the item', async () => {
  auth.state = reader;
  const button = show(['tower']);
  expect([button.textContent, button.getAttribute('aria-expanded')]).toEqual([saved, 'false']);
  // The popover loads on first use.
  await act(async () => {
    fireEvent.click(button);
    await import('../collection/list-popover.tsx');
  });
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'));
  expect(queryClient.getQueryData(savedIds('stop').queryKey)).toEqual(['tower']);
  const choice = await screen.findByRole('checkbox', { name: 'menu.saved' }, { timeout: 10_000 });
  expect(choice.getAttribute('aria-checked')).toBe('true');
  fireEvent.keyDown(choice, { key: 'Escape' });
  await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('false'));
});
