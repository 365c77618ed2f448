import { StatePanel, type StatePanelProps } from './state-panel.tsx';

export type EmptyStateProps = Omit<StatePanelProps, 'tone' | 'role'>;

/** Nothing is here yet, with a way forward. */
export const EmptyState = (props: EmptyStateProps) => <StatePanel {...props} />;
