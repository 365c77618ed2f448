import { StatePanel, type StatePanelProps } from './state-panel.tsx';

export type EmptyStateProps = Omit<StatePanelProps, 'tone' | 'role'>;

/** Empty content with an action. */
export const EmptyState = (props: EmptyStateProps) => <StatePanel {...props} />;
