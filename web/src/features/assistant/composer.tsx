import { IconButton } from '@waystory/ui/button.tsx';
import { cn } from '@waystory/ui/class-names.ts';
import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { conversation } from '../../model/assistant/live-conversation.ts';

/** Longest message, characters. */
export const longestMessage = 10_000;

interface ComposerProps {
  ref: Ref<HTMLTextAreaElement>;
  text: string;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  isBusy: boolean;
  disabled: boolean;
}

/** spec 2.10: Enter sends, Shift+Enter inserts a line break. Nothing is sent while an answer is streaming. */
export function Composer({ ref, text, onChange, onSend, isBusy, disabled }: ComposerProps) {
  const { t } = useTranslation('assistant');
  const isBlank = text.trim() === '';
  const send = (): void => {
    if (!isBlank && !disabled) onSend(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter also confirms a suggestion of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="shrink-0 px-3 pt-2 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
      <div
        className={cn(
          'flex items-end gap-1 rounded-card border border-line-strong bg-surface p-1.5 focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/30',
          disabled && 'bg-sunken',
        )}
      >
        <textarea
          ref={ref}
          rows={1}
          value={text}
          maxLength={longestMessage}
          disabled={disabled}
          aria-label={t('input.label')}
          placeholder={t('input.placeholder')}
          enterKeyHint="send"
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-10 min-w-0 flex-1 resize-none bg-transparent px-2.5 py-2 text-body outline-none placeholder:text-muted disabled:cursor-not-allowed disabled:text-muted"
        />
        {isBusy ? (
          <IconButton
            icon={<Square className="fill-current" />}
            key="stop"
            label={t('stop')}
            size="sm"
            variant="secondary"
            side="top"
            onClick={() => void conversation.stop()}
          />
        ) : (
          <IconButton
            icon={<ArrowUp />}
            key="send"
            label={t('send')}
            size="sm"
            variant="primary"
            side="top"
            disabled={disabled || isBlank}
            onClick={send}
          />
        )}
      </div>
      <p className="mt-1.5 px-1 text-caption text-muted max-md:hidden">{t('input.hint')}</p>
    </div>
  );
}
