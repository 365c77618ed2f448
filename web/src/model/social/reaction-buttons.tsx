import { cn } from '@waystory/ui/class-names.ts';
import { Tooltip } from '@waystory/ui/tooltip.tsx';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignInGate } from '../identity/sign-in-gate.ts';
import { type Opinion, opinionAfterPress, type Reactable } from './reaction.ts';

export interface ReactionButtonsProps {
  /** Subject of the buttons, for screen readers. */
  label: string;
  thing: Reactable;
  opinion: Opinion;
  /** Undefined while unknown, with its space reserved. */
  likes: number | undefined;
  onReact: (to: Opinion, from: Opinion) => void;
  size?: 'sm' | 'xs';
}

const buttonStyles =
  'hit-area inline-flex items-center justify-center gap-1.5 rounded-full font-semibold tabular-nums text-muted transition-colors duration-fast hover:bg-ink/8 hover:text-ink aria-pressed:text-accent-text [&_svg]:shrink-0 aria-pressed:[&_svg]:fill-current';
const sizes = {
  sm: { frame: 'h-9 coarse:h-11 border border-line-strong/55 bg-surface px-0.5', button: 'h-8 px-2.5 text-small [&_svg]:size-4' },
  xs: { frame: '-ml-2', button: 'h-7 px-2 text-caption [&_svg]:size-3.5' },
} as const;

/** Like and dislike: at most one is pressed, and a second press removes the reaction. */
export function ReactionButtons({ label, thing, opinion, likes, onReact, size = 'sm' }: ReactionButtonsProps) {
  const { t, i18n } = useTranslation('social');
  const gate = useSignInGate();
  const styles = sizes[size];
  const press = (button: NonNullable<Opinion>): void =>
    gate({ title: t('reaction.signInTitle'), description: t('reaction.signInText'), intent: { kind: 'reaction', thing, opinion: button } }, () =>
      onReact(opinionAfterPress(opinion, button), opinion),
    );
  const likesText = likes === undefined ? '' : new Intl.NumberFormat(i18n.language, { notation: 'compact' }).format(likes);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form, and bring a border
    <div role="group" aria-label={label} className={cn('inline-flex shrink-0 items-center rounded-full', styles.frame)}>
      <Tooltip label={t('reaction.like')}>
        <button type="button" aria-pressed={opinion === 'like'} className={cn(buttonStyles, styles.button)} onClick={() => press('like')}>
          <ThumbsUp aria-hidden="true" />
          <span className="sr-only">{t('reaction.like')} </span>
          <span className="min-w-[2ch] text-left">{likesText}</span>
        </button>
      </Tooltip>
      <Tooltip label={t('reaction.dislike')}>
        <button type="button" aria-pressed={opinion === 'dislike'} className={cn(buttonStyles, styles.button)} onClick={() => press('dislike')}>
          <ThumbsDown aria-hidden="true" />
          <span className="sr-only">{t('reaction.dislike')}</span>
        </button>
      </Tooltip>
    </div>
  );
}
