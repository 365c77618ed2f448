// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Textarea } from './field.tsx';
import { UiTextsProvider } from './ui-texts.tsx';

afterEach(cleanup);

test('Textarea counter shows the typed length, and input stops at the maximum', async () => {
  render(<Textarea aria-label="About me" max={5} />);
  expect(screen.getByText('0/5')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox'), 'abc');
  expect(screen.getByText('3/5')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox'), 'defgh');
  expect(screen.getByText('5/5')).toBeTruthy();
});

test('Textarea counter includes initial values and values set by a form', () => {
  const field = (key: string) => <Textarea aria-label="About me" max={500} defaultValue="Hello" data-render={key} />;
  const { rerender } = render(field('first'));
  expect(screen.getByText('5/500')).toBeTruthy();
  (screen.getByRole('textbox') as HTMLTextAreaElement).value = 'Hello again';
  rerender(field('second'));
  expect(screen.getByText('11/500')).toBeTruthy();
});

test('Textarea counter describes the text area in the chosen language', () => {
  render(
    <UiTextsProvider texts={{ counter: '{{count}} von {{max}} Zeichen' }}>
      <Textarea aria-label="Über mich" max={500} value="Hallo" readOnly />
    </UiTextsProvider>,
  );
  const id = screen.getByRole('textbox').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(id)?.textContent).toBe('5 von 500 Zeichen');
});

test('Textarea without a maximum has no counter', () => {
  const { container } = render(<Textarea aria-label="Notes" defaultValue="Hello" />);
  expect(container.textContent).toBe('Hello');
});
