import { useEffect, useState } from 'react';

/** DOM id of a comment. */
export const commentPlace = (id: string): string => `comment-${id}`;

/** Leads the focus to a comment by its id, as soon as that is on the page. */
export function useCommentFocus(): (id: string) => void {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    const place = wanted !== null && document.getElementById(commentPlace(wanted));
    if (!place) return;
    place.focus();
    setWanted(null);
  });
  return setWanted;
}
