import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { Button, IconButton } from '@waystory/ui/button.tsx';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssistantMessage } from './assistant-message.tsx';
import { longestMessage } from './composer.tsx';
import { CopyButton } from './copy-button.tsx';

interface MessageRowProps {
  message: ChatMessage;
  places: ReadonlyMap<string, string>;
  isLast: boolean;
  isComing: boolean;
  canAsk: boolean;
  /** An answer is streaming. */
  isBusy: boolean;
  /** Question that the last answer belongs to; undefined in all other rows. */
  question: ChatMessage | undefined;
  /** Replacement text for this message. */
  draft: string | null;
  onEdit: (id: string, draft: string | null) => void;
  onReplace: (text: string, id: string) => void;
  onGoOn: () => void;
}

/** Memoized: earlier rows do not render while the last one streams. */
export const MessageRow = memo(
  ({ message, places, isLast, isComing, canAsk, isBusy, question, draft, onEdit, onReplace, onGoOn }: MessageRowProps) => (
    <li className={isLast ? undefined : 'assistant-message'}>
      {message.role === 'user' ? (
        <UserMessage
          text={message.content}
          draft={draft}
          onEdit={canAsk ? (text) => onEdit(message.id, text) : undefined}
          onSend={(text) => onReplace(text, message.id)}
        />
      ) : (
        <AssistantMessage
          message={message}
          isLast={isLast}
          isComing={isComing}
          places={places}
          isBusy={isBusy}
          onRetry={canAsk && question ? () => onReplace(question.content, question.id) : undefined}
          onGoOn={isLast && canAsk ? onGoOn : undefined}
        />
      )}
    </li>
  ),
);

interface UserMessageProps {
  text: string;
  /** Replacement text; null while the message is not edited. */
  draft: string | null;
  /** Opens or updates the editor with a text, and closes it with null. undefined while editing is not allowed. */
  onEdit: ((draft: string | null) => void) | undefined;
  onSend: (text: string) => void;
}

/** A question of the user, and the form that edits it. */
function UserMessage({ text, draft, onEdit, onSend }: UserMessageProps) {
  const { t } = useTranslation('assistant');
  const edit = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const isEdited = draft !== null && onEdit !== undefined;
  useEffect(() => {
    // The closed editor returns the focus to the edit button.
    if (wasEdited.current && !isEdited) edit.current?.focus({ preventScroll: true });
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) return <MessageEditor text={draft} onSend={onSend} onCancel={() => onEdit(null)} />;
  return (
    <div className="group/message flex flex-col items-end">
      <p className="sr-only">{t('you')}</p>
      <p dir="auto" className="max-w-[88%] whitespace-pre-wrap rounded-card rounded-br-md bg-teal-soft px-4 py-2.5 [overflow-wrap:anywhere]">
        {text}
      </p>
      <div className="-mb-2 flex opacity-70 focus-within:opacity-100 group-hover/message:opacity-100">
        <CopyButton text={text} />
        {onEdit && (
          <IconButton icon={<Pencil />} ref={edit} label={t('edit')} size="sm" side="bottom" className="text-muted" onClick={() => onEdit(text)} />
        )}
      </div>
    </div>
  );
}

/** In-place editor of a question. Enter sends, Escape cancels. */
function MessageEditor({ text: initial, onSend, onCancel }: { text: string; onSend: (text: string) => void; onCancel: () => void }) {
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
    // During composition, Enter and Escape belong to the input method.
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
