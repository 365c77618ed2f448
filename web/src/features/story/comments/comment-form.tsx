import { Button } from '@waystory/ui/button.tsx';
import { Field, Textarea } from '@waystory/ui/field.tsx';
import { Send } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Longest comment (spec 5, proto/social/post.ts), characters. */
const longest = 2_000;

export interface CommentFormProps {
  label: string;
  placeholder?: string;
  first?: string;
  /** Initial mention in a reply. A reply with nothing else is treated as blank. */
  lead?: string;
  sendLabel: string;
  /** Message after a failure; the text stays. */
  failed: string | ((error: unknown) => string);
  /**
   * Sends the text. Resolves to false when the text must stay in the field.
   * @throws when the text was refused
   */
  onSend: (text: string) => Promise<boolean>;
  onCancel?: () => void;
  autoFocus?: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
}

const isBlank = (text: string, lead = ''): boolean => text.trim() === '' || text.trim() === lead.trim();

/** Comment form, sent with its button or Ctrl+Enter. A failure keeps the text. */
export function CommentForm(props: CommentFormProps) {
  const { label, placeholder, first = '', lead, sendLabel, failed, onSend, onCancel, autoFocus = false, field } = props;
  const { t } = useTranslation('social');
  const [text, setText] = useState(first);
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const send = async (): Promise<void> => {
    if (isPending) return;
    if (isBlank(text, lead)) return setError(t('comments.blank'));
    setPending(true);
    setError(null);
    try {
      if (await onSend(text.trim())) setText('');
    } catch (cause) {
      setError(typeof failed === 'string' ? failed : failed(cause));
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  const isUntouched = lead === undefined ? text === first : isBlank(text, lead);
  const press = (event: KeyboardEvent): void => {
    // Enter during the composition of an input method sends nothing.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    else if (event.key === 'Escape' && onCancel && isUntouched) onCancel();
  };
  return (
    <form noValidate onSubmit={submit} data-own-escape={onCancel && ''} className="flex flex-col gap-2.5">
      <Field label={label} hideLabel error={error}>
        <Textarea
          {...(field && { ref: field })}
          // An edit form opens after a press on "Edit", so the focus belongs in it.
          autoFocus={autoFocus}
          rows={3}
          max={longest}
          value={text}
          readOnly={isPending}
          placeholder={placeholder}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
      </Field>
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-caption text-muted coarse:hidden">{t('comments.shortcut')}</span>
        {onCancel && (
          <Button variant="quiet" size="sm" onClick={onCancel}>
            {t('comments.cancel')}
          </Button>
        )}
        <Button type="submit" size="sm" loading={isPending} icon={<Send aria-hidden="true" />}>
          {sendLabel}
        </Button>
      </div>
    </form>
  );
}
