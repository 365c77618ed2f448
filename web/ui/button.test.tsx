// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';

afterEach(cleanup);

describe('Loading button', () => {
  test('has aria-busy and aria-disabled, and keeps its name and focus', async () => {
    render(<Button loading>Save</Button>);
    const button = screen.getByRole('button', { name: 'Save' });
    await userEvent.tab();
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  test('ignores clicks and submits no form', async () => {
    const pressed = vi.fn();
    const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    const form = (loading: boolean) => (
      <form onSubmit={sent}>
        <Button type="submit" loading={loading} onClick={pressed}>
          Save
        </Button>
      </form>
    );
    const { rerender } = render(form(true));
    await userEvent.click(screen.getByRole('button'));
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([0, 0]);
    rerender(form(false));
    await userEvent.click(screen.getByRole('button'));
    expect([pressed.mock.calls.length, sent.mock.calls.length]).toEqual([1, 1]);
  });
});

test('Button submits a form only as type submit', async () => {
  const sent = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  render(
    <form onSubmit={sent}>
      <Button>Add a stop</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(sent).not.toHaveBeenCalled();
});

test('Button with asChild styles a link and adds no button', () => {
  render(
    <LinkButton asChild icon={<i data-testid="icon" />} variant="secondary">
      <a href="/help">Help</a>
    </LinkButton>,
  );
  const link = screen.getByRole('link', { name: 'Help' });
  expect(link.className).toContain('rounded-full');
  expect(link.contains(screen.getByTestId('icon'))).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});
