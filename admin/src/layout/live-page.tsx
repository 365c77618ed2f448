import { Alert, Box, Button, Skeleton, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import type { LiveData } from '../data/live.ts';
import { clockTime } from '../lib/quantity.ts';

interface LivePageProps<T> {
  title: string;
  /** Purpose of the page, in a sentence. */
  about?: string;
  live: LiveData<T>;
  /** Controls beside the sentence. */
  actions?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Page of polled data with its time. After a failed poll, the last known data stays. */
export function LivePage<T>({ title, about, live, actions, children }: LivePageProps<T>) {
  const { data, refusal, at, again } = live;
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Title title={title} />
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
          {about}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', '& .MuiButton-root': { flexShrink: 0 } }}>
          {actions}
          {data !== undefined && (
            <Typography variant="caption" color="text.secondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              As of {clockTime(at)}
            </Typography>
          )}
        </Stack>
      </Stack>
      {refusal && (
        <Alert severity={data === undefined ? 'error' : 'warning'} action={<Button onClick={again}>Try again</Button>}>
          {refusal.message}
        </Alert>
      )}
      {data === undefined ? !refusal && <Waiting /> : children(data)}
    </Stack>
  );
}

const Waiting = () => (
  <Box aria-busy="true">
    {[0, 1, 2].map((row) => (
      <Skeleton key={row} height={64} />
    ))}
  </Box>
);
