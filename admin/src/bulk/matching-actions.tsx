import {
  Alert,
  Button,
  Chip,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  List,
  ListItem,
  Menu,
  MenuItem,
  Stack,
  TextField,
  Tooltip,
  Typography,
} from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import { ListChecks } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { useDataProvider, useGetResourceLabel, useListContext, useRefresh, useResourceContext, useUnselectAll } from 'react-admin';
import { catalogue, type ResourceName } from '../catalogue/catalogue.ts';
import type { ResourceFacts } from '../catalogue/resource.ts';
import type { BulkChange, BulkOutcome, BulkPreview } from '../data/bulk-calls.ts';
import type { AdminDataProvider } from '../data/data-provider.ts';
import { conditionTextsOf, type FilterValues, isBlank } from '../data/filter-values.ts';
import { refusalOf, refusalSummary } from '../data/refusal.ts';
import { numberText } from '../lib/quantity.ts';
import { type Flag, flagTextsOf, reasonReadersText } from '../moderation/flag.ts';
import { ReasonField } from '../moderation/reason-field.tsx';
import { defaultSuspensionDays, endOfSuspension, SuspensionLength } from '../moderation/suspension-length.tsx';
import { may, mayModerate } from '../session/rights.ts';
import { currentRole } from '../session/session.ts';
import { JobProgress } from './job-progress.tsx';
import { useWatchedJobs } from './watched-jobs.ts';

function wishesFor(resource: ResourceFacts, flag: Flag | undefined): Wish[] {
  const role = currentRole();
  const flags: Wish[] = flag && mayModerate(role, resource, 'patchMany') ? [true, false].map((value) => ({ flag, value })) : [];
  return may(role, resource, 'deleteMany') ? [...flags, 'delete'] : flags;
}

/** Actions on all records that match the present filter, by role. Without a filter the button is disabled. */
export function MatchingActions({ flag }: { flag?: Flag }) {
  const resource = useResourceContext() as ResourceName; // as: the resource of every list is in the catalogue
  const { filterValues } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wish, setWish] = useState<Wish | null>(null);
  const wishes = wishesFor(catalogue[resource], flag);
  if (wishes.length === 0) return null;
  const isEverything = isBlank(filterValues);
  return (
    <>
      <Tooltip title={isEverything ? 'Filter the list first' : ''}>
        <span>
          <Button
            size="small"
            disabled={isEverything}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setAnchor(currentTarget)}
            startIcon={<ListChecks size={16} aria-hidden="true" />}
          >
            All matching
          </Button>
        </span>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {wishes.map((one) => (
          <MenuItem
            key={verbOf(one)}
            sx={one === 'delete' ? { color: 'error.main' } : undefined}
            onClick={() => {
              setAnchor(null);
              setWish(one);
            }}
          >
            {verbOf(one)} all matching
          </MenuItem>
        ))}
      </Menu>
      {wish && <MatchingDialog wish={wish} filter={filterValues} onClose={() => setWish(null)} />}
    </>
  );
}

/** Stage of a bulk call by filter. */
type Stage =
  | { at: 'counting' }
  /** `before` is the number of matches that the person confirmed, if the count is different now; otherwise null. */
  | { at: 'asking'; preview: BulkPreview; before: number | null }
  | { at: 'sending'; preview: BulkPreview }
  | { at: 'ended'; outcome: BulkOutcome }
  | { at: 'failed'; message: string };

/**
 * Bulk change by filter. A dry run counts the matches first, and again after the confirmation, because the number may have changed.
 * @param change without its reason, which does not affect the matches
 */
function useMatching(resource: string, change: BulkChange, filter: FilterValues) {
  const provider = useDataProvider<AdminDataProvider>();
  const [stage, setStage] = useState<Stage>({ at: 'counting' });
  const fail = useCallback((error: unknown) => setStage({ at: 'failed', message: refusalOf(error).message }), []);
  // The dependency is a string, so that an equal filter in a new object causes no second dry run.
  const asked = JSON.stringify([change, filter]);

  useEffect(() => {
    const [first, conditions]: [BulkChange, FilterValues] = JSON.parse(asked);
    provider.dryRun(resource, first, conditions).then((preview) => setStage({ at: 'asking', preview, before: null }), fail);
  }, [provider, resource, asked, fail]);

  const send = async (confirmed: BulkPreview, whole: BulkChange): Promise<BulkOutcome | null> => {
    setStage({ at: 'sending', preview: confirmed });
    try {
      const preview = await provider.dryRun(resource, change, filter);
      if (preview.matched !== confirmed.matched) {
        setStage({ at: 'asking', preview, before: confirmed.matched });
        return null;
      }
      const outcome = await provider.byFilter(resource, whole, filter);
      setStage({ at: 'ended', outcome });
      return outcome;
    } catch (error) {
      fail(error);
      return null;
    }
  };
  return { stage, send };
}

interface MatchingDialogProps {
  wish: Wish;
  filter: FilterValues;
  onClose: () => void;
}

/** @param asked values that the person entered: the reason, and the end of a suspension */
function changeOf(wish: Wish, asked: FilterValues = {}): BulkChange {
  return wish === 'delete' ? 'delete' : { changes: { [wish.flag]: wish.value, ...asked } };
}

/** Shows the number of matches with a sample; typing the number confirms. Ends with the changed and refused records, or continues as a job. */
function MatchingDialog({ wish, filter, onClose }: MatchingDialogProps) {
  const resource = useResourceContext() ?? '';
  const label = useGetResourceLabel()(resource, 2).toLowerCase();
  const { stage, send } = useMatching(resource, changeOf(wish), filter);
  const refresh = useRefresh();
  const unselectAll = useUnselectAll(resource);
  const { watch } = useWatchedJobs();
  const id = useId();
  const confirm = async (preview: BulkPreview, asked: FilterValues): Promise<void> => {
    const outcome = await send(preview, changeOf(wish, asked));
    if (!outcome) return;
    unselectAll();
    if ('jobId' in outcome) watch(outcome.jobId);
    refresh();
  };
  return (
    <Dialog open onClose={stage.at === 'sending' ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>
        {verbOf(wish)} all matching {label}
      </DialogTitle>
      {stage.at === 'asking' ? (
        <Question wish={wish} filter={filter} preview={stage.preview} before={stage.before} onClose={onClose} onConfirm={confirm} />
      ) : (
        <>
          <DialogContent>
            {stage.at === 'counting' && <LinearProgress aria-label="Counting" />}
            {stage.at === 'sending' && <LinearProgress aria-label="At work" />}
            {stage.at === 'failed' && <Alert severity="error">{stage.message}</Alert>}
            {stage.at === 'ended' && ('jobId' in stage.outcome ? <JobProgress id={stage.outcome.jobId} /> : <Done {...stage.outcome} />)}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose} disabled={stage.at === 'sending'}>
              Close
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function Done({ matched, changed, failed }: { matched: number; changed: number; failed: readonly { id: string; code: string }[] }) {
  const before = matched - changed - failed.length;
  return (
    <Stack sx={{ gap: 1 }}>
      <Alert severity="success">
        {numberText(changed)} done{before > 0 && `, ${numberText(before)} were so already`}.
      </Alert>
      {failed.length > 0 && <Alert severity="warning">Refused: {refusalSummary(failed)}</Alert>}
    </Stack>
  );
}

interface QuestionProps extends MatchingDialogProps {
  preview: BulkPreview;
  before: number | null;
  onConfirm: (preview: BulkPreview, asked: FilterValues) => Promise<void>;
}

function Question({ wish, filter, preview, before, onClose, onConfirm }: QuestionProps) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [days, setDays] = useState(defaultSuspensionDays);
  const { matched, sample } = preview;
  const isReady = matched > 0 && typed.trim() === String(matched) && (wish === 'delete' || reason.trim() !== '');
  const hasLength = wish !== 'delete' && wish.flag === 'suspended' && wish.value;
  const asked = (): FilterValues => ({ reason: reason.trim(), ...(hasLength && { suspendedUntil: endOfSuspension(days, serverNow()) }) });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void onConfirm(preview, asked());
      }}
    >
      <DialogContent sx={{ pt: 0, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
        <Stack direction="row" sx={{ gap: 0.75, flexWrap: 'wrap' }}>
          {conditionTextsOf(filter).map((condition) => (
            <Chip key={condition} size="small" label={condition} />
          ))}
        </Stack>
        {before !== null && (
          <Alert severity="warning">
            It was {numberText(before)} a moment ago, and is {numberText(matched)} now. Nothing was done.
          </Alert>
        )}
        <Typography>
          <strong>{numberText(matched)}</strong> {matched === 1 ? 'matches' : 'match'}.{' '}
          {wish === 'delete' ? 'What is deleted is gone for good.' : flagTextsOf(wish.flag, wish.value).question}
        </Typography>
        <Sample sample={sample} matched={matched} />
        {hasLength && <SuspensionLength days={days} onChange={setDays} />}
        {wish !== 'delete' && <ReasonField readBy={reasonReadersText(wish.flag, wish.value)} value={reason} onChange={setReason} />}
        {matched > 0 && (
          <TextField
            label={`Type ${matched} to confirm`}
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
            slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="contained" color={wish === 'delete' ? 'error' : 'primary'} disabled={!isReady}>
          {verbOf(wish)} {numberText(matched)}
        </Button>
      </DialogActions>
    </form>
  );
}

const Sample = ({ sample, matched }: BulkPreview) => (
  <List dense disablePadding sx={{ py: 0.75, maxHeight: 200, overflow: 'auto', borderRadius: '12px', backgroundColor: 'var(--sunken)' }}>
    {sample.map(({ id, label }) => (
      <ListItem key={id} sx={{ py: 0.25, typography: 'body2', overflowWrap: 'anywhere' }}>
        <span dir="auto">{label || `#${id.slice(-8)}`}</span>
      </ListItem>
    ))}
    {matched > sample.length && (
      <ListItem sx={{ py: 0.25, typography: 'body2', color: 'text.secondary' }}>and {numberText(matched - sample.length)} more</ListItem>
    )}
  </List>
);

/** Bulk action on all matching records: setting or clearing a moderation flag, or deletion. */
type Wish = { flag: Flag; value: boolean } | 'delete';

const verbOf = (wish: Wish): string => (wish === 'delete' ? 'Delete' : flagTextsOf(wish.flag, wish.value).verb);
