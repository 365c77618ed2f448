import { Ban, GitMerge, Info, WifiOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { useUiTexts } from './ui-texts.tsx';

const tones = {
  info: { icon: Info, styles: 'bg-teal-soft text-teal-text' },
  offline: { icon: WifiOff, styles: 'bg-warning-soft text-warning' },
  conflict: { icon: GitMerge, styles: 'bg-accent-soft text-accent-text' },
  refused: { icon: Ban, styles: 'bg-danger-soft text-danger' },
} as const;

export interface BannerProps {
  tone?: keyof typeof tones;
  title: ReactNode;
  text?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
  onDismiss?: () => void;
  className?: string;
}

/** Message about the state of the whole page. Conflicts and refusals interrupt the screen reader. */
export function Banner({ tone = 'info', title, text, actions, onDismiss, className }: BannerProps) {
  const { close } = useUiTexts();
  const { icon: Icon, styles } = tones[tone];
  return (
    <div
      role={tone === 'conflict' || tone === 'refused' ? 'alert' : 'status'}
      className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-3', styles, className)}
    >
      <div className="flex min-w-0 flex-1 basis-0 items-start gap-3">
        <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <div className="min-w-0 text-small">
          <p className="font-bold">{title}</p>
          {text && <p className="text-ink">{text}</p>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full">{actions}</div>}
      {onDismiss && <Button icon={<X />} variant="quiet" size="icon-sm" aria-label={close} onClick={onDismiss} className="text-inherit" />}
    </div>
  );
}
