import { Box, Chip } from '@mui/material';
import { useFieldValue } from 'react-admin';

const tones = {
  good: { backgroundColor: 'var(--success-soft)', color: 'var(--success)' },
  bad: { backgroundColor: 'var(--danger-soft)', color: 'var(--danger)' },
  warn: { backgroundColor: 'var(--warning-soft)', color: 'var(--warning)' },
  plain: {},
} as const;
export type Tone = keyof typeof tones;

/** State as one word. Normal states have no colour, so that exceptional states stand out. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: string }) =>
  tone === 'plain' ? (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  ) : (
    <Chip size="small" label={children} sx={tones[tone]} />
  );

/** Word and tone per state. */
export type StateLabels = Readonly<Record<string, readonly [string, Tone]>>;

/** State of a record as one word. */
export function StateMark({ source, states }: { source: string; label?: string; states: StateLabels }) {
  const value = String(useFieldValue({ source }));
  const [word, tone] = states[value] ?? [value, 'plain'];
  return word ? <Mark tone={tone}>{word}</Mark> : null;
}

/** Labels of the field `hidden`. */
export const hiddenStates = { true: ['Hidden', 'bad'], false: ['Visible', 'plain'] } as const satisfies StateLabels;
export const suspendedStates = { true: ['Suspended', 'bad'], false: ['In good standing', 'plain'] } as const satisfies StateLabels;
export const suggestionStates = { ACCEPTED: ['Accepted', 'plain'], SUGGESTED: ['Suggested', 'warn'] } as const satisfies StateLabels;
export const visibilityStates = {
  PUBLIC: ['Public', 'good'],
  UNLISTED: ['Unlisted', 'warn'],
  PRIVATE: ['Private', 'plain'],
} as const satisfies StateLabels;
