import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMarkdown } from './late-markdown.tsx';

/** spec 2.10: placeholder for an answer without content yet. */
export function AnswerPlaceholder() {
  const { t } = useTranslation('assistant');
  // The Markdown renderer is preloaded before the first token arrives.
  useEffect(() => void loadMarkdown(), []);
  return (
    <p className="flex items-center gap-2 text-muted text-small">
      <TypingIndicator />
      {t('generating')}
    </p>
  );
}

export const TypingIndicator = () => (
  <span aria-hidden="true" data-typing className="inline-flex gap-1">
    {[0, 150, 300].map((delay) => (
      <span key={delay} className="assistant-dot size-1.5 rounded-full bg-teal-text" style={{ animationDelay: `${delay}ms` }} />
    ))}
  </span>
);
