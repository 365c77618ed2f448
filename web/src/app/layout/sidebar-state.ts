import { useIsDesktop } from '@waystory/ui/media-query.ts';
import { useCallback, useEffect, useState } from 'react';
import { readCookie, writeCookie } from '../../lib/cookies.ts';

/** spec 9: the state of the sidebar is kept for 7 days. */
const sidebarDays = 7;
const sidebarCookie = 'waystory_sidebar';
/** From this width on, in pixels, words beside the icons leave the page enough room: whoever is new sees them. */
const roomForWords = 1_280;

export interface Sidebar {
  /** On the desktop it shows its words. */
  expanded: boolean;
  /** On the phone it lies over the page; begins closed with every visit. */
  openOnMobile: boolean;
  setOpenOnMobile: (open: boolean) => void;
  /** Toggles the state of the visible sidebar. */
  toggle: () => void;
}

/** spec 4: the two states of the sidebar, toggled by Ctrl or Cmd + b. */
export function useSidebar(): Sidebar {
  const isDesktop = useIsDesktop();
  const [expanded, setExpanded] = useState(() => (readCookie(sidebarCookie) ?? (window.innerWidth >= roomForWords ? 'expanded' : '')) === 'expanded');
  const [isOpen, setOpenOnMobile] = useState(false);
  const toggle = useCallback(() => (isDesktop ? setExpanded : setOpenOnMobile)((now) => !now), [isDesktop]);
  useEffect(() => writeCookie(sidebarCookie, expanded ? 'expanded' : 'collapsed', sidebarDays), [expanded]);
  useEffect(() => {
    // A window that was wide for a while must not come back with the page covered.
    if (isDesktop) setOpenOnMobile(false);
  }, [isDesktop]);
  useShortcut('b', toggle);
  return { expanded, openOnMobile: isOpen && !isDesktop, setOpenOnMobile, toggle };
}

/** Runs with Ctrl or Cmd and a letter, wherever the focus is. */
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
