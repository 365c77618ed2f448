import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatState } from '../../model/assistant/chat-state.ts';
import { textOfMarkdown } from './markdown-text.ts';

/** So much of an answer is read out at most, characters; the whole of it can be read in the messages. */
const readOut = 300;

/** Says to those who hear the page that an answer comes, and then the beginning of it: not every word as it arrives. */
export function Answering({ state: { status, answer } }: { state: ChatState }) {
  const { t } = useTranslation('assistant');
  const [said, say] = useState('');
  const last = useRef<string>('');
  useEffect(() => {
    if (answer) last.current = answer.content;
  }, [answer]);
  useEffect(() => {
    if (status === 'submitted') last.current = '';
    if (status === 'submitted') say(t('generating'));
    if (status === 'ready' && last.current !== '') {
      const text = textOfMarkdown(last.current);
      say(text.length > readOut ? t('readOut', { text: `${text.slice(0, readOut)} …` }) : text);
      last.current = '';
    }
  }, [status, t]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
