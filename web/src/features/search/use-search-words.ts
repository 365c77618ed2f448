import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Milliseconds without a key before the address takes what was typed. */
const pause = 300;
/** As the API has it. */
export const longestQuery = 200;

interface SearchWords {
  /** As it stands in the field. */
  typed: string;
  type: (words: string) => void;
  /** What is looked for, which is also in the address. */
  q: string;
}

/** Words that are searched for: typed here, kept in the address once typing has paused, so that a link leads to its results. */
export function useSearchWords(): SearchWords {
  const { q = '' } = useSearch({ from: '/search' });
  const navigate = useNavigate({ from: '/search' });
  const [typed, type] = useState(q);
  const [known, setKnown] = useState(q);
  // The address changed by itself: somebody went back, or followed a link.
  if (q !== known) {
    setKnown(q);
    if (q !== typed.trim()) type(q);
  }
  useEffect(() => {
    const words = typed.trim();
    if (words === q) return;
    const timer = setTimeout(() => void navigate({ search: (before) => ({ ...before, q: words || undefined }), replace: true }), pause);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  return { typed, type, q };
}
