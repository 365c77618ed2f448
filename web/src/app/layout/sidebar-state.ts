import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { useCallback, useEffect, useState } from 'react';
import { readCookie, writeCookie } from '../../lib/cookies.ts';

/** spec 9: the sidebar's state is stored for 7 days. */
const sidebarDays = 7;
const sidebarCookie = 'waystory_sidebar';
/** From this width on, in pixels, labels leave the page enough room, so first-time visitors see them. */
const roomForWords = 1_280;

export interface SidebarState {
  /** True when the desktop sidebar shows labels. */
  expanded: boolean;
  /** True when the phone's sidebar covers the page; every visit starts closed. */
  openOnMobile: boolean;
  setOpenOnMobile: (open: boolean) => void;
  /** Toggles the state of the visible sidebar. */
  toggle: () => void;
}

/** spec 4: separate states for desktop and phone, toggled by Ctrl or Cmd + b. */
export function useSidebar(): SidebarState {
  const isDesktop = useIsDesktop();
  const [expanded, setExpanded] = useState(() => (readCookie(sidebarCookie) ?? (window.innerWidth >= roomForWords ? 'expanded' : '')) === 'expanded');
  const [isOpen, setOpenOnMobile] = useState(false);
  const toggle = useCallback(() => (isDesktop ? setExpanded : setOpenOnMobile)((now) => !now), [isDesktop]);
  useEffect(() => writeCookie(sidebarCookie, expanded ? 'expanded' : 'collapsed', sidebarDays), [expanded]);
  useEffect(() => {
    // A window that becomes narrow again must not show a covered page.
    if (isDesktop) setOpenOnMobile(false);
  }, [isDesktop]);
  useShortcut('b', toggle);
  return { expanded, openOnMobile: isOpen && !isDesktop, setOpenOnMobile, toggle };
}

/** Calls `run` on Ctrl or Cmd plus the letter, without Shift or Alt, wherever the focus is. */
export function useShortcut(letter: string, run: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== letter || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [letter, run]);
}
