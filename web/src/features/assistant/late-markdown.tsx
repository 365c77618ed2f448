import { useEffect, useState } from 'react';

type Markdown = typeof import('./markdown.tsx').Markdown;

let loaded: Markdown | null = null;

/** Loads the Markdown renderer on demand, because it is as large as the panel. Null when loading fails. */
export async function loadMarkdown(): Promise<Markdown | null> {
  try {
    loaded ??= (await import('./markdown.tsx')).Markdown;
  } catch {
    // Failure is harmless: the text stays readable as plain text, and the next caller retries.
  }
  return loaded;
}

/** Markdown text; plain text until the renderer has loaded. */
export function Markdown({ text }: { text: string }) {
  const [whole, setWhole] = useState({ Markdown: loaded });
  useEffect(() => {
    if (!whole.Markdown) void loadMarkdown().then((Markdown) => Markdown && setWhole({ Markdown }));
  }, [whole]);
  if (whole.Markdown) return <whole.Markdown text={text} />;
  return <p className="chat-prose whitespace-pre-wrap">{text}</p>;
}
