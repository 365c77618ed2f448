import { AlertDialog } from 'radix-ui';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import type { ConfirmRequest } from './confirm-dialog.tsx';
import { dialogFooterStyles, dialogStyles, overlayStyles } from './dialog.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface ConfirmQuestionProps {
  /** Kept after the answer for the closing animation. */
  request: ConfirmRequest | null;
  isOpen: boolean;
  onAnswer: (agreed: boolean) => void;
}

/** The dialog of `useConfirm`. */
export const ConfirmQuestion = ({ request, isOpen, onAnswer }: ConfirmQuestionProps) => (
  <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onAnswer(false)}>
    {request && <Question request={request} onAnswer={onAnswer} />}
  </AlertDialog.Root>
);

function Question({ request, onAnswer }: { request: ConfirmRequest; onAnswer: (agreed: boolean) => void }) {
  const texts = useUiTexts();
  const { title, text, confirmLabel = texts.confirm, cancelLabel = texts.cancel, danger = false } = request;
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlayStyles} />
      <AlertDialog.Content className={cn(dialogStyles, 'max-w-md')}>
        <div className="px-6 pt-6 pb-4">
          <AlertDialog.Title className="text-heading">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-[0.9375rem] text-muted">{text}</AlertDialog.Description>
        </div>
        <footer className={dialogFooterStyles}>
          <AlertDialog.Cancel asChild>
            <Button variant="secondary">{cancelLabel}</Button>
          </AlertDialog.Cancel>
          <Button variant={danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </footer>
      </AlertDialog.Content>
    </AlertDialog.Portal>
  );
}
