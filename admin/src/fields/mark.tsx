import { Box, Chip } from '@mui/material';
import { useFieldValue } from 'react-admin';

const tones = {
  good: { backgroundColor: 'var(--success-soft)', color: 'var(--success)' },
  bad: { backgroundColor: 'var(--danger-soft)', color: 'var(--danger)' },
  warn: { backgroundColor: 'var(--warning-soft)', color: 'var(--warning)' },
  plain: {},
} as const;
export type Tone = keyof typeof tones;

/** A state in a word. What is as usual is quiet, so that the rest is seen. */
export const Mark = ({ tone = 'plain', children }: { tone?: Tone; children: string }) =>
  tone === 'plain' ? (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      {children}
    </Box>
  ) : (
    <Chip size="small" label={children} sx={tones[tone]} />
  );

/** A state of a record: for each of its values a word, and how it is meant. */
export function StateMark({ source, states }: { source: string; label?: string; states: Readonly<Record<string, readonly [string, Tone]>> }) {
  const value = String(useFieldValue({ source }));
  const [word, tone] = states[value] ?? [value, 'plain'];
  return word ? <Mark tone={tone}>{word}</Mark> : null;
}

/** Whether moderators took it out of sight. */
export const hiddenStates = { true: ['Hidden', 'bad'], false: ['Visible', 'plain'] } as const satisfies Record<string, readonly [string, Tone]>;
export const suspendedStates = { true: ['Suspended', 'bad'], false: ['In good standing', 'plain'] } as const satisfies Record<
  string,
  readonly [string, Tone]
>;
export const suggestionStates = { ACCEPTED: ['Accepted', 'plain'], SUGGESTED: ['Suggested', 'warn'] } as const satisfies Record<
  string,
  readonly [string, Tone]
>;
export const visibilityStates = {
  PUBLIC: ['Public', 'good'],
  UNLISTED: ['Unlisted', 'warn'],
  PRIVATE: ['Private', 'plain'],
} as const satisfies Record<string, readonly [string, Tone]>;
