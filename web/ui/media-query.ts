import { mediaQuery } from '@waystory/client/environment.ts';
import { useSyncExternalStore } from 'react';

/** spec 9: below 768 px it is a mobile layout. */
export const desktopQuery = '(min-width: 768px)';

/** Whether a media query holds now; follows changes. */
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
