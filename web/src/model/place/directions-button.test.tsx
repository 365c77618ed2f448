// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DirectionsButton } from './directions-button.tsx';

const porto = { latitude: 41.1457, longitude: -8.6145 };
const show = (coordinates: typeof porto | null = porto) => render(<DirectionsButton coordinates={coordinates} name="Clérigos" />);

// Without translations, the key is the text.
describe('Directions button', () => {
  const open = vi.fn();
  beforeEach(() => {
    localStorage.clear();
    open.mockReset();
    vi.stubGlobal('open', open);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('opens the app dialog each time unless the choice is stored', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    fireEvent.click(screen.getByRole('button', { name: 'directions.google' }));
    expect(open).toHaveBeenCalledWith(expect.stringContaining('google.com/maps/dir/'), '_blank', 'noopener');
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(open).toHaveBeenCalledOnce();
  });

  test('opens the stored app at once and can change it', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    fireEvent.click(screen.getByRole('checkbox'));
    fireEvent.click(screen.getByRole('button', { name: 'directions.google' }));
    expect(localStorage.getItem('direction-provider')).toBe('google');
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    expect(open).toHaveBeenCalledTimes(2);
    fireEvent.click(screen.getByRole('button', { name: 'directions.change' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('opens the app dialog for an invalid stored value', () => {
    localStorage.setItem('direction-provider', 'bing');
    show();
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('without coordinates logs an error and opens no page', () => {
    localStorage.setItem('direction-provider', 'google');
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    show(null);
    fireEvent.click(screen.getByRole('button', { name: 'getDirections' }));
    expect(log).toHaveBeenCalledOnce();
    expect(open).not.toHaveBeenCalled();
  });
});
