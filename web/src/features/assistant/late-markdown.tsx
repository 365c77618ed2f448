import { useEffect, useState } from 'react';

type Markdown = typeof import('./markdown.tsx').Markdown;

let loaded: Markdown | null = null;

/** Fetches what reads Markdown, which weighs as much as the panel itself; null where it cannot be had now. */
export async function loadMarkdown(): Promise<Markdown | null> {
  try {
    loaded ??= (await import('./markdown.tsx')).Markdown;
  } catch {
    // Somebody else reads it, or asks again: text can be read as it is.
  }
  return loaded;
}

/** Text with its Markdown, and as it was written until that can be shown. */
export function Markdown({ text }: { text: string }) {
  const [whole, setWhole] = useState({ Markdown: loaded });
  useEffect(() => {
    if (!whole.Markdown) void loadMarkdown().then((Markdown) => Markdown && setWhole({ Markdown }));
  }, [whole]);
  if (whole.Markdown) return <whole.Markdown text={text} />;
  return <p className="chat-prose whitespace-pre-wrap">{text}</p>;
}
