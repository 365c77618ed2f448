// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CardStrip } from './card-strip.tsx';
import type { CardsLayoutProps } from './cards-layout.ts';

const card = (key: string) => ({
  key,
  card: (
    <button type="button" data-card="">
      {key}
    </button>
  ),
});
const props: CardsLayoutProps = {
  label: 'Itineraries in view',
  announcement: '2 itineraries in view',
  status: 'ready',
  lead: (
    <button type="button" data-card="">
      Explore tours
    </button>
  ),
  items: [card('Porto'), card('Lisbon')],
  empty: 'Nothing here yet',
  isStale: false,
  onRetry: () => {},
  wantsFocus: { current: false },
};

describe('the strip of cards', () => {
  afterEach(cleanup);

  test('announces the number of cards and starts with the lead card', () => {
    render(<CardStrip {...props} />);
    expect(screen.getByRole('status').textContent).toBe('2 itineraries in view');
    expect(
      screen
        .getAllByRole('button')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ).toEqual(['Explore tours', 'Porto', 'Lisbon']);
  });

  test('moves the focus with arrow keys, Home and End', () => {
    render(<CardStrip {...props} />);
    screen.getByText('Explore tours').focus();
    const list = screen.getByRole('list');
    for (const [key, text] of [
      ['ArrowRight', 'Porto'],
      ['End', 'Lisbon'],
      ['ArrowRight', 'Lisbon'],
      ['ArrowLeft', 'Porto'],
      ['Home', 'Explore tours'],
    ] as const) {
      fireEvent.keyDown(list, { key });
      expect(document.activeElement?.textContent).toBe(text);
    }
  });

  test('moves the focus to the first of the new cards once', () => {
    const wantsFocus = { current: true };
    const { rerender } = render(<CardStrip {...props} status="loading" items={[]} wantsFocus={wantsFocus} />);
    expect(document.activeElement).toBe(document.body);
    rerender(<CardStrip {...props} wantsFocus={wantsFocus} />);
    expect(document.activeElement?.textContent).toBe('Porto');
    expect(wantsFocus.current).toBe(false);
  });

  test('offers a retry after a failure, and shows an empty state', () => {
    const onRetry = vi.fn();
    const { rerender } = render(<CardStrip {...props} status="failed" items={[]} onRetry={onRetry} />);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
    expect(screen.getByRole('alert')).toBeTruthy();
    rerender(<CardStrip {...props} items={[]} />);
    expect(screen.getByText('Nothing here yet')).toBeTruthy();
  });
});
