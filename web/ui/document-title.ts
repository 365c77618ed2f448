import { useEffect } from 'react';

/** Sets the title of tab and history entry. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Waystory`;
  }, [title]);
}
