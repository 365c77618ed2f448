import { mediaQuery } from '@waystory/client/environment.ts';
import { useSyncExternalStore } from 'react';

/** spec 9: mobile layout below 768 px. */
export const desktopQuery = '(min-width: 768px)';

/** True while the media query matches. */
export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = mediaQuery(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => mediaQuery(query).matches,
  );

export const useIsDesktop = (): boolean => useMediaQuery(desktopQuery);

/** Smooth scrolling, or an instant jump for a user who prefers reduced motion; scrolling by script ignores the CSS rule. */
export const scrollBehavior = (): ScrollBehavior => (mediaQuery('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');
