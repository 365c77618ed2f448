// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Field, Input, Textarea } from './field.tsx';
import { Select } from './select.tsx';

afterEach(cleanup);

const describedBy = (control: HTMLElement): string[] =>
  (control.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '');

test('Field labels its control and reads the error before the hint', () => {
  render(
    <Field label="User name" hint="Others see it" error="Required" required>
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText('User name');
  expect(describedBy(input)).toEqual(['Required', 'Others see it']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-required')).toBe('true');
});

test('Field without hint and error neither describes nor invalidates its control', () => {
  render(
    <Field label="Title">
      <Input />
    </Field>,
  );
  const input = screen.getByLabelText('Title');
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('Field keeps the id of its control, and appends the hint to the descriptions of the control', () => {
  render(
    <Field label="Title" hint="Short">
      <span id="own">Own</span>
      <Input id="title" aria-describedby="own" />
    </Field>,
  );
  const input = screen.getByRole('textbox');
  expect(input.id).toBe('title');
  expect(describedBy(input)).toEqual(['Own', 'Short']);
});

test('Field describes a select and a text area by its error', () => {
  render(
    <>
      <Field label="Country" error="Choose one">
        <Select options={[{ value: 'pt', label: 'Portugal' }]} />
      </Field>
      <Field label="About me" error="Too long">
        <Textarea max={500} />
      </Field>
    </>,
  );
  expect(describedBy(screen.getByLabelText('Country'))).toEqual(['Choose one']);
  expect(describedBy(screen.getByLabelText('About me'))).toEqual(['Too long', '0 of 500 characters']);
});
