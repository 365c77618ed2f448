import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { StatePanel, type StatePanelProps } from './state-panel.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface ErrorStateProps extends Omit<StatePanelProps, 'tone' | 'role' | 'icon'> {
  icon?: ReactNode;
  /** Shows "Try again". */
  onRetry?: () => void;
  retrying?: boolean;
}

/** Failed content with a retry or another action. */
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
