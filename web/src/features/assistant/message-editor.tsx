import { Button } from '@waystory/ui/button.tsx';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { longestMessage } from './composer.tsx';

interface MessageEditorProps {
  text: string;
  onSend: (text: string) => void;
  onCancel: () => void;
}

/** Something that was asked, in the place where it stands, to be asked otherwise. Enter sends, Escape leaves it as it was. */
export function MessageEditor({ text: initial, onSend, onCancel }: MessageEditorProps) {
  const { t } = useTranslation('assistant');
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current: element } = field;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const isBlank = text.trim() === '';
  const onKeyDown = (event: KeyboardEvent): void => {
    // Both also belong to what an input method suggests.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!isBlank) onSend(text.trim());
  };
  return (
    <div data-own-escape className="flex flex-col gap-2 rounded-card border border-line-strong bg-surface p-2 focus-within:border-focus">
      <textarea
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        maxLength={longestMessage}
        aria-label={t('editor.label')}
        enterKeyHint="send"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 min-h-10 w-full resize-none bg-transparent px-2 py-1.5 text-body outline-none"
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 basis-40 px-2 text-caption text-muted">{t('editor.hint')}</p>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {t('editor.cancel')}
        </Button>
        <Button size="sm" disabled={isBlank} onClick={() => onSend(text.trim())}>
          {t('send')}
        </Button>
      </div>
    </div>
  );
}
