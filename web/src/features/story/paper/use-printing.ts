import { useMediaQuery } from '@waystory/ui/media-query.ts';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being put on paper; the browser takes what is rendered when its event returns. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // Tools that only look at the print have no event of it.
  const isPrintMedia = useMediaQuery('print');
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting || isPrintMedia;
}
