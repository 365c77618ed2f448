// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Button } from './button.tsx';
import { ConfirmProvider, type ConfirmRequest, useConfirm } from './confirm-dialog.tsx';

// Its first transformation takes longer than a query waits.
beforeAll(() => import('./confirm-question.tsx'));
afterEach(cleanup);

const request: ConfirmRequest = { title: 'Delete the story?', text: 'Its days go with it.', confirmLabel: 'Delete', danger: true };

function Asker({ answers }: { answers: boolean[] }) {
  const confirm = useConfirm();
  return <Button onClick={() => void confirm(request).then((agreed) => answers.push(agreed))}>Ask</Button>;
}

async function ask(): Promise<boolean[]> {
  const answers: boolean[] = [];
  render(
    <ConfirmProvider>
      <Asker answers={answers} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  expect(await screen.findByRole('alertdialog', { name: 'Delete the story?', description: 'Its days go with it.' })).toBeTruthy();
  expect(answers).toEqual([]);
  return answers;
}
const isGone = (): void => expect(screen.queryByRole('alertdialog')).toBeNull();

test('it answers true to who agrees', async () => {
  const answers = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answers).toEqual([true]));
  await waitFor(isGone);
});

test('it answers false to who cancels', async () => {
  const answers = await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(answers).toEqual([false]));
  await waitFor(isGone);
});

test('it answers false to Escape', async () => {
  const answers = await ask();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(answers).toEqual([false]));
  await waitFor(isGone);
});

test('it can be asked again, and the harmless answer has the focus', async () => {
  const answers = await ask();
  await userEvent.keyboard('{Escape}');
  await waitFor(isGone);
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByRole('alertdialog');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(answers).toEqual([false, true]));
});
