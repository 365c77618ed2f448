import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { cn } from './class-names.ts';
import { useUiTexts } from './ui-texts.tsx';

interface StatePanelProps {
  icon: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  tone?: 'calm' | 'alarm';
  role?: 'alert' | 'status';
  headingLevel?: 1 | 2 | 3;
  className?: string;
}

const tones = { calm: 'bg-teal-soft text-teal-text', alarm: 'bg-accent-soft text-accent-text' } as const;

/** Common layout of empty and failed states: illustration, title, text and actions. */
function StatePanel({ icon, title, text, action, tone = 'calm', role, headingLevel = 2, className }: StatePanelProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div role={role} className={cn('mx-auto flex max-w-md flex-col items-center px-6 py-12 text-center', className)}>
      <span aria-hidden="true" className="relative mb-6 grid place-items-center">
        <svg aria-hidden="true" viewBox="0 0 280 64" fill="none" className="w-70 max-w-full text-line-strong/70">
          <path
            d="M4 52C52 58 70 10 112 24M168 38c36 14 56-34 108-24"
            stroke="currentColor"
            strokeWidth="3"
            strokeLinecap="round"
            strokeDasharray="0.1 9"
          />
          <circle cx="4" cy="52" r="4" fill="currentColor" />
          <circle cx="276" cy="14" r="4" fill="currentColor" />
        </svg>
        <span className={cn('absolute grid size-16 place-items-center rounded-full [&_svg]:size-7', tones[tone])}>{icon}</span>
      </span>
      <Heading className="text-heading">{title}</Heading>
      {text && <p className="mt-2 text-pretty text-[0.9375rem] text-muted">{text}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

type EmptyStateProps = Omit<StatePanelProps, 'tone' | 'role'>;

/** Panel for empty content, with an optional action. */
export const EmptyState = (props: EmptyStateProps) => <StatePanel {...props} />;

interface ErrorStateProps extends Omit<StatePanelProps, 'tone' | 'role' | 'icon'> {
  icon?: ReactNode;
  /** Called by the button "Try again", which is shown only with this handler. */
  onRetry?: () => void;
  retrying?: boolean;
}

/** Replacement for content that failed to load, with a retry, another action, or both. */
export function ErrorState({ icon = <CloudOff />, onRetry, retrying = false, action, ...rest }: ErrorStateProps) {
  const { retry } = useUiTexts();
  const buttons = (
    <>
      {onRetry && (
        <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} loading={retrying} onClick={onRetry}>
          {retry}
        </Button>
      )}
      {action}
    </>
  );
  return <StatePanel role="alert" tone="alarm" icon={icon} action={onRetry || action ? buttons : undefined} {...rest} />;
}
