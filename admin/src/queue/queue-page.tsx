import { Alert, Box, Button, Chip, IconButton, Skeleton, Stack, type Theme, Tooltip, Typography, useMediaQuery } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { connection } from '@waystory/client/connection.ts';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import type { Report } from '@waystory/proto/operations/report.ts';
import { ArrowDownWideNarrow, ArrowLeft, Keyboard } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Title, useStore } from 'react-admin';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { api } from '../data/product.ts';
import { KeysDialog } from '../keys/keys-dialog.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { type CaseAction, reasonNames, reportReasons } from './acts.ts';
import { CaseList, isTaken } from './case-list.tsx';
import { CaseView } from './case-view.tsx';
import { type CaseOrder, useCase, useMyId, useOpenCaseCounts, useOpenCases } from './cases.query.ts';
import { DecisionToast } from './decision-toast.tsx';
import { previewQuery } from './preview.query.ts';
import { useAssignment } from './use-assignment.ts';
import { useDecisions } from './use-decisions.ts';

/** Moderation queue: shows one open case at a time, and moves to the next case after a decision. */
export function QueuePage() {
  const { id } = useParams();
  const navigate = useNavigate();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const [order, setOrder] = useStore<CaseOrder>('queue.order', 'most');
  const [reason, setReason] = useState<Report['reason'] | null>(null);
  const [showsHelp, setShowsHelp] = useState(false);
  const open = useOpenCases(order, reason);
  const myId = useMyId();
  const cases = open.data?.items ?? [];
  const current = cases.find((one) => one.id === id);
  const go = (to: ReportedCase | undefined): void => void navigate(to ? `/queue/${to.id}` : '/queue');
  /** Id of the decided case, until the page shows the next case. */
  const [leavingId, setLeavingId] = useState<string | null>(null);
  const decisions = useDecisions({
    onDone: (about) => {
      setLeavingId(about.id);
      go(nextFree(cases, about.id, myId));
    },
    onTakenBack: (about) => go(about),
  });
  if (leavingId !== null && leavingId !== id) setLeavingId(null);

  // No automatic selection from placeholder data, because the placeholder is the list of the previous filter.
  const first = open.isPlaceholderData ? undefined : nextFree(cases, undefined, myId)?.id;
  useEffect(() => {
    if (!id && !isSmall && first) void navigate(`/queue/${first}`, { replace: true });
  }, [id, isSmall, first, navigate]);

  // Preloads the record of the next case.
  const queries = useQueryClient();
  const next = id ? nextFree(cases, id, myId) : undefined;
  useEffect(() => {
    if (next) void queries.prefetchQuery(previewQuery(next));
  }, [next, queries]);

  const move = (by: 1 | -1) => () => {
    const to = cases[cases.findIndex((one) => one.id === id) + by];
    if (to) go(to);
  };
  useKeys({ j: move(1), k: move(-1), z: decisions.takeBack });

  const list = (
    <Box sx={listStyle}>
      <ListHead
        total={open.data?.total}
        isCapped={open.data?.totalCapped === true}
        order={order}
        reason={reason}
        onOrder={setOrder}
        onReason={(one) => {
          setReason(one);
          // The page leaves the current case unless that case matches the new filter.
          if (one !== null && !current?.openReasons.includes(one)) go(undefined);
        }}
        onHelp={() => setShowsHelp(true)}
      />
      {open.error && <Failure error={open.error} onRetry={() => void open.refetch()} />}
      {open.isPending && <Skeleton variant="rounded" height={240} role="status" aria-label="The queue is loading" />}
      <CaseList cases={cases} total={open.data?.total ?? 0} currentId={id} myId={myId} />
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '272px minmax(0, 1fr)' }, alignItems: 'start' }}>
      <Title title="Queue" />
      {(!isSmall || !id) && list}
      <Box sx={{ minWidth: 0, pb: { xs: 0, sm: 10 } }}>
        <AwayNote />
        {isSmall && id && (
          <Button component={Link} to="/queue" size="small" startIcon={<ArrowLeft size={16} aria-hidden="true" />} sx={{ mb: 1, minHeight: 44 }}>
            All that is open{open.data && ` (${open.data.total})`}
          </Button>
        )}
        {decisions.problem && <Failure error={decisions.problem} onRetry={decisions.retry} />}
        {id && (
          <CurrentCase id={id} known={current} isBusy={decisions.isBusy || leavingId === id} onDecide={decisions.decide} onNext={() => go(next)} />
        )}
        {!id && open.data?.total === 0 && <Empty reason={reason} onAll={() => setReason(null)} />}
        {!id && !isSmall && cases.length > 0 && !first && <AllTaken />}
      </Box>
      <DecisionToast {...decisions} />
      {showsHelp && <KeysDialog onClose={() => setShowsHelp(false)} />}
    </Box>
  );
}

/** Next case that is not assigned to another moderator, after the given case or from the top. The search wraps around. */
function nextFree(cases: readonly ReportedCase[], afterId: string | undefined, myId: string | null): ReportedCase | undefined {
  const from = cases.findIndex((one) => one.id === afterId) + 1;
  const turned = [...cases.slice(from), ...cases.slice(0, from)];
  return turned.find((one) => one.id !== afterId && !isTaken(one, myId));
}

const listStyle = {
  position: { sm: 'sticky' },
  top: { sm: 72 },
  maxHeight: { sm: 'calc(100dvh - 88px)' },
  overflowY: { sm: 'auto' },
  minWidth: 0,
  // Padding for the focus ring, which the scroll container would clip.
  p: 0.5,
  m: -0.5,
} as const;

interface ListHeadProps {
  total: number | undefined;
  isCapped: boolean;
  order: CaseOrder;
  reason: Report['reason'] | null;
  onOrder: (order: CaseOrder) => void;
  onReason: (reason: Report['reason'] | null) => void;
  onHelp: () => void;
}

function ListHead({ total, isCapped, order, reason, onOrder, onReason, onHelp }: ListHeadProps) {
  const counts = useOpenCaseCounts();
  return (
    <Stack sx={{ gap: 1, mb: 1 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
        <Typography variant="h6" component="h2" role="status" sx={{ flex: 1 }}>
          {total === undefined ? 'Open cases' : `${total}${isCapped ? '+' : ''} open`}
        </Typography>
        <Button
          size="small"
          startIcon={<ArrowDownWideNarrow size={16} aria-hidden="true" />}
          onClick={() => onOrder(order === 'most' ? 'oldest' : 'most')}
        >
          {order === 'most' ? 'Most reported' : 'Oldest'}
        </Button>
        <Tooltip title="Keys (?)">
          <IconButton size="small" aria-label="Keys" onClick={onHelp} sx={{ width: 40, height: 40 }}>
            <Keyboard size={18} aria-hidden="true" />
          </IconButton>
        </Tooltip>
      </Stack>
      <Stack direction="row" role="group" aria-label="Why it was reported" sx={{ gap: 0.75, flexWrap: 'wrap' }}>
        {reportReasons.map(
          (one) =>
            (one === reason || (counts[one] ?? 0) > 0) && (
              <Chip
                key={one}
                size="small"
                clickable
                aria-pressed={one === reason}
                variant={one === reason ? 'filled' : 'outlined'}
                color={one === reason ? 'primary' : 'default'}
                label={`${reasonNames[one]} ${counts[one] ?? 0}`}
                onClick={() => onReason(one === reason ? null : one)}
              />
            ),
        )}
      </Stack>
    </Stack>
  );
}

const Failure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Alert severity="error" action={<Button onClick={onRetry}>Try again</Button>} sx={{ mb: 2 }}>
    {error.message}
  </Alert>
);

function AwayNote() {
  const isAway = useSyncExternalStore(connection.subscribe, connection.isAway);
  return isAway ? (
    <Alert severity="warning" sx={{ mb: 2 }}>
      The product cannot be reached. What you see may be old; it goes on by itself.
    </Alert>
  ) : null;
}

const Empty = ({ reason, onAll }: { reason: Report['reason'] | null; onAll: () => void }) => (
  <Stack sx={{ alignItems: 'center', gap: 1.5, py: 10, textAlign: 'center' }}>
    <Typography variant="h5" component="p">
      {reason ? `Nothing is open for “${reasonNames[reason]}”` : 'Nothing is open'}
    </Typography>
    <Typography color="text.secondary">What is reported next appears here by itself.</Typography>
    {reason && (
      <Button variant="contained" onClick={onAll}>
        Show all
      </Button>
    )}
  </Stack>
);

const AllTaken = () => (
  <Stack sx={{ alignItems: 'center', gap: 1.5, py: 10, textAlign: 'center' }}>
    <Typography variant="h5" component="p">
      Others are at everything that is open
    </Typography>
    <Typography color="text.secondary">Whatever they leave comes back here by itself.</Typography>
  </Stack>
);

interface CurrentCaseProps {
  id: string;
  /** Placeholder from the list until the case is loaded. */
  known: ReportedCase | undefined;
  isBusy: boolean;
  onDecide: (about: ReportedCase, act: CaseAction, reason: string | null, until: string | null) => void;
  onNext: () => void;
}

/** Loads the case whose id is in the URL, and assigns it to the signed-in moderator while it is open. */
function CurrentCase({ id, known, isBusy, onDecide, onNext }: CurrentCaseProps) {
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
      // The key remounts the view, so that unfinished input does not carry over to another case.
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
