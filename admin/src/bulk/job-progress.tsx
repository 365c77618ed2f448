import { Alert, Button, LinearProgress, Stack, Typography } from '@mui/material';
import type { Job } from '@waystory/proto/operations/job.ts';
import { useState } from 'react';
import { useGetOne, useNotify } from 'react-admin';
import { api } from '../data/product.ts';
import { refusalOf, refusalSummary, refusalTextOf } from '../data/refusal.ts';
import { numberText } from '../lib/quantity.ts';

/** Polling interval of a running job, milliseconds. */
const lookEvery = 1_000;

const isAtWork = ({ state }: Job): boolean => state === 'running' || state === 'cancelling';
const stateWords: Readonly<Record<Job['state'], string>> = {
  running: 'At work',
  cancelling: 'Stopping',
  cancelled: 'Stopped',
  completed: 'Done',
  failed: 'Failed',
};

/** Progress of a bulk job. After its end: the numbers of changed and refused records, with the reasons. */
export function JobProgress({ id }: { id: string }) {
  const { data: job, error } = useGetOne<Job>(
    'jobs',
    { id },
    { refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? lookEvery : false) },
  );
  if (error) return <Alert severity="error">{refusalOf(error).message}</Alert>;
  if (!job) return <LinearProgress aria-label="Looking for the job" />;
  const { matched, done, changed, failed, failures, state, code } = job;
  const share = matched > 0 ? Math.min(100, (100 * done) / matched) : 100;
  const before = done - changed - failed;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
        <Typography variant="body2" sx={{ flex: 1 }}>
          <strong>{stateWords[state]}</strong>: {numberText(done)} of {numberText(matched)}
        </Typography>
        {state === 'running' && <StopButton id={id} />}
      </Stack>
      <LinearProgress variant="determinate" value={share} aria-label="Progress of the job" sx={{ borderRadius: 2 }} />
      <Typography variant="caption" color="text.secondary">
        {numberText(changed)} done{before > 0 && `, ${numberText(before)} were so already`}
        {failed > 0 && `, ${numberText(failed)} refused`}
      </Typography>
      {failures.length > 0 && (
        <Alert severity="warning">
          {failures.length < failed && `The first ${failures.length}: `}
          {refusalSummary(failures)}
        </Alert>
      )}
      {code && <Alert severity="error">{refusalTextOf(code)}</Alert>}
    </Stack>
  );
}

function StopButton({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false);
  const notify = useNotify();
  const stop = async (): Promise<void> => {
    setAsked(true);
    await api.cancelJob({ params: { id } }).catch((error: unknown) => notify(refusalOf(error).message, { type: 'error' }));
  };
  return (
    <Button size="small" disabled={isAsked} onClick={() => void stop()}>
      Stop
    </Button>
  );
}
