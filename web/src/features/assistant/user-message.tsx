import { IconButton } from '@waystory/ui/icon-button.tsx';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './copy-button.tsx';
import { MessageEditor } from './message-editor.tsx';

interface UserMessageProps {
  text: string;
  /** What is written in its place; null while nobody edits it. */
  draft: string | null;
  /** Begins to edit it, or leaves that with null. */
  onEdit: ((draft: string | null) => void) | undefined;
  onSend: (text: string) => void;
}

/** What somebody asked, word for word, and where they ask it otherwise. */
export function UserMessage({ text, draft, onEdit, onSend }: UserMessageProps) {
  const { t } = useTranslation('assistant');
  const edit = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  const isEdited = draft !== null && onEdit !== undefined;
  useEffect(() => {
    // The focus goes back to where it came from.
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
          <IconButton ref={edit} label={t('edit')} size="sm" side="bottom" className="text-muted" onClick={() => onEdit(text)}>
            <Pencil aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </div>
  );
}
