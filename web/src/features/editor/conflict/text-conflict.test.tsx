// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import editor from '../../../../public/locales/en/editor.json' with { type: 'json' };
import { FieldConflictDialog } from './text-conflict.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { editor } }, interpolation: { escapeValue: false } });
});
afterEach(cleanup);

const title = { field: 'title', label: 'Title', mine: 'Slow Lisbon', theirs: 'Lisbon in May' };
const text = { field: 'description', label: 'Description', mine: 'Mine', theirs: '' };
const open = (fields = [title, text]) => {
  const onResolve = vi.fn<(keep: string[]) => void>();
  const onLater = vi.fn();
  render(<FieldConflictDialog fields={fields} onResolve={onResolve} onLater={onLater} />);
  return Object.assign(onResolve, { later: onLater });
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('conflict dialog', () => {
  test('shows both versions of each field side by side', () => {
    open();
    const section = within(screen.getByRole('region', { name: 'Title' }));
    expect(section.getByText('Slow Lisbon')).toBeTruthy();
    expect(section.getByText('Lisbon in May')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Description' })).getByText(editor.conflict.empty)).toBeTruthy();
  });

  test('keeps my version in all fields', () => {
    const onResolve = open();
    press(editor.conflict.keepAllMine);
    expect(onResolve).toHaveBeenCalledWith(['title', 'description']);
  });

  test('takes their version in all fields', () => {
    const onResolve = open();
    press(editor.conflict.takeTheirs);
    expect(onResolve).toHaveBeenCalledWith([]);
  });

  test('resolves each field separately', () => {
    const onResolve = open();
    fireEvent.click(within(screen.getByRole('region', { name: 'Title' })).getByRole('radio', { name: editor.conflict.theirs }));
    press(editor.conflict.takeChosen);
    expect(onResolve).toHaveBeenCalledWith(['description']);
  });

  test('shows only two buttons for a conflict of one field', () => {
    const onResolve = open([title]);
    expect(screen.queryByRole('button', { name: editor.conflict.takeChosen })).toBeNull();
    press(editor.conflict.keepMine);
    expect(onResolve).toHaveBeenCalledWith(['title']);
  });

  test('closes on Escape without resolving the conflict', () => {
    const onResolve = open();
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(onResolve).not.toHaveBeenCalled();
    expect(onResolve.later).toHaveBeenCalledOnce();
  });
});
