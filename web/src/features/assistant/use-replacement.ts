import { useState } from 'react';
import { useStable } from '../../lib/use-stable.ts';

/** What somebody writes in the place of a message. */
interface Draft {
  /** Of the message. */
  id: string;
  text: string;
}

/** Edits a message in its place, and asks it otherwise: what does not arrive is still in the field. */
export function useReplacement(onReplace: (text: string, messageId: string) => Promise<boolean>) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const edit = useStable((id: string, text: string | null): void => setDraft(text === null ? null : { id, text }));
  const replace = useStable((text: string, id: string): void => {
    setDraft((now) => now && { ...now, text });
    void onReplace(text, id).then((isTaken) => isTaken && setDraft(null));
  });
  return { draft, edit, replace };
}
