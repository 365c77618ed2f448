// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

const tooltipText = (): string | null => screen.queryByRole('tooltip')?.textContent ?? null;
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const button = (name: string): HTMLElement => screen.getByRole('button', { name });
const come = (name: string, pointerType = 'mouse'): boolean => fireEvent.pointerEnter(button(name), { pointerType });
const go = (name: string): boolean => fireEvent.pointerLeave(button(name));

describe('Tooltip', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(
      <>
        <Tooltip label="Closer">
          <button type="button">In</button>
        </Tooltip>
        <Tooltip label="Farther">
          <button type="button">Out</button>
        </Tooltip>
      </>,
    );
  });
  afterEach(() => {
    cleanup();
    // Advances beyond the skip delay, so that the next test is independent of this tooltip.
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
  });

  test('opens 700 ms after hover and describes its element', () => {
    const before = button('In');
    come('In');
    pass(699);
    expect(tooltipText()).toBeNull();
    pass(1);
    expect(tooltipText()).toBe('Closer');
    expect(button('In').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    expect(button('In')).toBe(before);
  });

  test('stays closed when the pointer leaves within 700 ms, and for touch', () => {
    come('In');
    pass(500);
    go('In');
    come('Out', 'touch');
    pass(1_000);
    expect(tooltipText()).toBeNull();
  });

  test('of another element opens at once within 300 ms after the last tooltip closed', () => {
    come('In');
    pass(700);
    go('In');
    come('Out');
    pass(0);
    expect(tooltipText()).toBe('Farther');
    go('Out');
    pass(100);
    pass(299);
    come('In');
    pass(0);
    expect(tooltipText()).toBe('Closer');
    go('In');
    pass(100);
    pass(301);
    come('Out');
    pass(0);
    expect(tooltipText()).toBeNull();
  });

  test('stays open while hovered', () => {
    come('In');
    pass(700);
    go('In');
    fireEvent.pointerEnter(screen.getByRole('tooltip'));
    pass(1_000);
    expect(tooltipText()).toBe('Closer');
    fireEvent.pointerLeave(screen.getByRole('tooltip'));
    pass(100);
    expect(tooltipText()).toBeNull();
  });

  test.each([
    ['a press', () => fireEvent.pointerDown(button('In'))],
    ['the loss of focus', () => fireEvent.blur(button('In'))],
    ['scrolling', () => fireEvent.scroll(document)],
  ])('closes on %s', (_, happen) => {
    come('In');
    pass(700);
    happen();
    expect(tooltipText()).toBeNull();
  });

  test('closes on Escape, and the event does not reach the document', () => {
    const closed = vi.fn();
    document.addEventListener('keydown', closed);
    come('In');
    pass(700);
    fireEvent.keyDown(button('In'), { key: 'Escape' });
    expect(tooltipText()).toBeNull();
    expect(closed).not.toHaveBeenCalled();
    document.removeEventListener('keydown', closed);
  });

  test('opens at once on keyboard focus', () => {
    act(() => button('In').focus());
    expect(tooltipText()).toBe('Closer');
    act(() => button('Out').focus());
    expect(tooltipText()).toBe('Farther');
    act(() => button('Out').blur());
    expect(tooltipText()).toBeNull();
  });
});
