// @vitest-environment happy-dom
import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCookie, writeCookie } from '../../lib/cookies.ts';
import { useSidebar } from './sidebar-state.ts';

// Test control that happy-dom adds to the window.
const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };
const resize = (width: number) => act(() => happyDOM.setViewport({ width }));
const press = () => fireEvent.keyDown(window, { key: 'b', ctrlKey: true });

describe('Sidebar', () => {
  beforeEach(() => writeCookie('waystory_sidebar', 'collapsed', 1));
  afterEach(cleanup);
  const states = ({ expanded, openOnMobile }: ReturnType<typeof useSidebar>) => ({ expanded, openOnMobile });

  test('has a separate state on a phone, and does not write it to the cookie', () => {
    resize(767);
    const { result } = renderHook(useSidebar);
    press();
    expect(states(result.current)).toEqual({ expanded: false, openOnMobile: true });
    expect(readCookie('waystory_sidebar')).toBe('collapsed');
    press();
    expect(states(result.current)).toEqual({ expanded: false, openOnMobile: false });
  });

  test('on the desktop is expanded by Ctrl + b, and its state is stored', () => {
    resize(768);
    const { result } = renderHook(useSidebar);
    press();
    expect(states(result.current)).toEqual({ expanded: true, openOnMobile: false });
    expect(readCookie('waystory_sidebar')).toBe('expanded');
  });

  test.each([
    [1_279, false],
    [1_280, true],
  ])('of a first-time visitor at %d px has expanded %s', (width, expanded) => {
    writeCookie('waystory_sidebar', '', -1);
    resize(width);
    const { result } = renderHook(useSidebar);
    expect(states(result.current)).toEqual({ expanded, openOnMobile: false });
  });

  test('that is open on a phone closes when the window becomes wide, and stays closed in a narrow window', () => {
    resize(400);
    const { result } = renderHook(useSidebar);
    act(() => result.current.setOpenOnMobile(true));
    resize(900);
    expect(states(result.current)).toEqual({ expanded: false, openOnMobile: false });
    resize(400);
    expect(states(result.current)).toEqual({ expanded: false, openOnMobile: false });
  });
});
