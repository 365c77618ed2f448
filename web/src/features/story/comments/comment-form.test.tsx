// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CommentForm } from './comment-form.tsx';

afterEach(cleanup);

const failed = 'it stays';
// Without a translation the key is the text.
function show(onSend: (text: string) => Promise<boolean>, first?: string, onCancel?: () => void, lead?: string): HTMLTextAreaElement {
  const more = { ...(first !== undefined && { first }), ...(onCancel && { onCancel }), ...(lead !== undefined && { lead }) };
  render(<CommentForm label="words" sendLabel="send" failed={failed} onSend={onSend} {...more} />);
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'words' });
}
const type = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });

test.each([{ ctrlKey: true }, { metaKey: true }])('Enter with %o sends the comment and clears the field', async (held) => {
  const onSend = vi.fn(async () => true);
  const field = show(onSend);
  type(field, '  Lovely\nplace  ');
  fireEvent.keyDown(field, { key: 'Enter', ...held });
  await waitFor(() => expect(field.value).toBe(''));
  expect(onSend).toHaveBeenCalledExactlyOnceWith('Lovely\nplace');
});

test('Enter alone in the comment form inserts a line break', () => {
  const onSend = vi.fn(async () => true);
  const field = show(onSend);
  type(field, 'Lovely');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  expect(onSend).not.toHaveBeenCalled();
});

test('a refused comment stays in the field with an error message', async () => {
  const field = show(() => Promise.reject(new Error('away')));
  type(field, 'Lovely');
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(await screen.findByText(failed)).toBeTruthy();
  expect(field.value).toBe('Lovely');
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

test('a blank comment is not sent', async () => {
  const onSend = vi.fn(async () => true);
  const field = show(onSend);
  type(field, ' \n ');
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(await screen.findByText('comments.blank')).toBeTruthy();
  expect(onSend).not.toHaveBeenCalled();
});

test('a comment that is being sent cannot be edited or sent twice', async () => {
  let arrive = (): void => {};
  const onSend = vi.fn(() => new Promise<boolean>((resolve) => (arrive = () => resolve(true))));
  const field = show(onSend);
  type(field, 'Lovely');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(field.readOnly).toBe(true));
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  await act(async () => arrive());
  expect(onSend).toHaveBeenCalledOnce();
  expect(field.readOnly).toBe(false);
});

test('Escape closes an unchanged comment edit, and keeps a changed edit open', () => {
  const onCancel = vi.fn();
  const field = show(async () => true, 'As it was', onCancel);
  type(field, 'As it is');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onCancel).not.toHaveBeenCalled();
  type(field, 'As it was');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onCancel).toHaveBeenCalledOnce();
});

test('a reply that holds only its mention is not sent and closes on Escape, and a longer reply stays open', async () => {
  const [onSend, onCancel] = [vi.fn(async () => true), vi.fn()];
  const field = show(onSend, '@ada ', onCancel, '@ada ');
  expect(field.value).toBe('@ada ');
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  expect(await screen.findByText('comments.blank')).toBeTruthy();
  expect(onSend).not.toHaveBeenCalled();
  type(field, '@ada yes');
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onCancel).not.toHaveBeenCalled();
  for (const text of ['@ada', '', '  ']) {
    type(field, text);
    fireEvent.keyDown(field, { key: 'Escape' });
  }
  expect(onCancel).toHaveBeenCalledTimes(3);
});

test('a comment restored after a sign-in stays open on Escape', () => {
  const onCancel = vi.fn();
  fireEvent.keyDown(
    show(async () => true, 'Kept', onCancel, ''),
    { key: 'Escape' },
  );
  expect(onCancel).not.toHaveBeenCalled();
});

test('a comment that needs a sign-in stays in the field without an error', async () => {
  const onSend = vi.fn(async () => false);
  const field = show(onSend);
  type(field, 'Lovely');
  fireEvent.click(screen.getByRole('button', { name: 'send' }));
  await waitFor(() => expect(field.readOnly).toBe(false));
  expect(onSend).toHaveBeenCalledOnce();
  expect(field.value).toBe('Lovely');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
});

test('Enter during the composition of an input method sends nothing', () => {
  const onSend = vi.fn(async () => true);
  const field = show(onSend);
  type(field, '素敵');
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true, isComposing: true });
  expect(onSend).not.toHaveBeenCalled();
});
