// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmProvider, type ConfirmRequest, useConfirm } from './confirm-dialog.tsx';

// Preloaded, because the first transformation of the module takes longer than the query timeout.
beforeAll(() => import('./confirm-question.tsx'));
afterEach(cleanup);

const request: ConfirmRequest = { title: 'Delete the story?', text: 'Its days go with it.', confirmLabel: 'Delete', danger: true };

function Asker({ answers, moot }: { answers: boolean[]; moot?: Promise<boolean> | undefined }) {
  const confirm = useConfirm();
  return <Button onClick={() => void confirm({ ...request, moot }).then((agreed) => answers.push(agreed))}>Ask</Button>;
}

async function ask(moot?: Promise<boolean>): Promise<boolean[]> {
  const answers: boolean[] = [];
  render(
    <ConfirmProvider>
      <Asker answers={answers} moot={moot} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete the story?', description: 'Its days go with it.' })).toBeTruthy();
  expect(answers).toEqual([]);
  return answers;
}
const isGone = (): void => expect(screen.queryByRole('alertdialog')).toBeNull();

test('useConfirm resolves with true on agreement', async () => {
  const answers = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answers).toEqual([true]));
  await waitFor(isGone);
});

test('useConfirm resolves with false on cancel', async () => {
  const answers = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answers).toEqual([false]));
  await waitFor(isGone);
});

test('useConfirm resolves with true, and its dialog closes, when the moot promise resolves with true', async () => {
  const [still, later] = [Promise.withResolvers<boolean>(), Promise.withResolvers<boolean>()];
  const stays = await ask(still.promise);
  still.resolve(false);
  await still.promise;
  expect(screen.getByRole('alertdialog')).toBeTruthy();
  expect(stays).toEqual([]);
  cleanup();
  const goes = await ask(later.promise);
  later.resolve(true);
  await waitFor(() => expect(goes).toEqual([true]));
  await waitFor(isGone);
});

test('useConfirm resolves with false on Escape', async () => {
  const answers = await ask();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(answers).toEqual([false]));
  await waitFor(isGone);
});

test('Confirm dialog can be reopened, and focuses the cancel button', async () => {
  const answers = await ask();
  await userEvent.keyboard('{Escape}');
  await waitFor(isGone);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answers).toEqual([false, true]));
});
