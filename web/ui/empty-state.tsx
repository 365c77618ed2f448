import { StatePanel, type StatePanelProps } from './state-panel.tsx';

export type EmptyStateProps = Omit<StatePanelProps, 'tone' | 'role'>;

/** Nothing is here yet, and what to do about it. */
export const EmptyState = (props: EmptyStateProps) => <StatePanel {...props} />;
