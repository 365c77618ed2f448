import { useCallback, useEffect, useState } from 'react';
import { readCookie, writeCookie } from '../cookies.ts';

/** spec 9: the state of the sidebar is kept for 7 days. */
const sidebarDays = 7;
const sidebarCookie = 'waystory_sidebar';

/** Whether the desktop sidebar shows its words, toggled by Ctrl or Cmd + b. */
export function useSidebar(): { expanded: boolean; toggle: () => void } {
  const [expanded, setExpanded] = useState(() => readCookie(sidebarCookie) === 'expanded');
  const toggle = useCallback(() => setExpanded((now) => !now), []);
  useEffect(() => writeCookie(sidebarCookie, expanded ? 'expanded' : 'collapsed', sidebarDays), [expanded]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [toggle]);
  return { expanded, toggle };
}
