import { Alert, Button, Skeleton } from '@mui/material';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { useRef, useState } from 'react';
import { api } from '../data/product.ts';
import type { Act } from './acts.ts';
import { CaseView } from './case-view.tsx';
import { useCase } from './cases.query.ts';
import { useAssignment } from './use-assignment.ts';

interface CurrentCaseProps {
  id: string;
  /** Initial data from the list. */
  known: ReportedCase | undefined;
  isBusy: boolean;
  onDecide: (about: ReportedCase, act: Act, reason: string | null, until: string | null) => void;
  onNext: () => void;
}

/** The case in the address, assigned to the viewer while it is open. */
export function CurrentCase({ id, known, isBusy, onDecide, onNext }: CurrentCaseProps) {
  const { data: about, error, refetch } = useCase(id, known);
  const [round, setRound] = useState(0);
  const first = useRef(id);
  const taken = useAssignment(id, about?.state === 'open', round);
  const takeOver = async (): Promise<void> => {
    await api.releaseCase({ params: { id } }).catch(() => {});
    setRound(round + 1);
  };
  if (!about)
    return error ? (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {error.message}
      </Alert>
    ) : (
      <Skeleton variant="rounded" height={320} role="status" aria-label="The case is loading" />
    );
  return (
    <CaseView
      // Unfinished input about one case does not carry over to another.
      key={id}
      about={about}
      takesFocus={id !== first.current}
      taken={taken}
      isBusy={isBusy}
      onDecide={(...decision) => onDecide(about, ...decision)}
      onNext={onNext}
      onTakeOver={() => void takeOver()}
    />
  );
}
