import type { ChatMessage } from '@waystory/proto/assistant/message.ts';
import { Button } from '@waystory/ui/button.tsx';
import { Redo2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { reversalIn } from '../../model/assistant/answer-reversal.ts';
import { resultOf } from './reversal-note.tsx';
import { useReversal } from './use-reversal.ts';

/** Takes back what an answer changed, or does it again. One button for both, so that whoever pressed it is still on it. */
export function ReversalButton({ message, isOff }: { message: ChatMessage; isOff: boolean }) {
  const { t } = useTranslation('assistant');
  const { reverse, isPending, outcome } = useReversal(message);
  const isReversed = reversalIn(message)?.reversed ?? false;
  const Icon = isReversed ? Redo2 : Undo2;
  const left = outcome?.left.length ?? 0;
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="text-muted"
        icon={<Icon aria-hidden="true" />}
        loading={isPending}
        disabled={isOff}
        onClick={() => void reverse(!isReversed)}
      >
        {t(isReversed ? 'reversal.redo' : 'reversal.undo')}
      </Button>
      <span role="status" className="sr-only">
        {outcome && `${t(`reversal.${resultOf(outcome)}`)} ${left > 0 ? t('reversal.leftCount', { count: left }) : ''}`}
      </span>
    </>
  );
}
