import { Alert, Box, Button, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import type { ParkedEventDetail } from '@waystory/proto/operations/parked-event.ts';
import { ArrowLeft, RotateCw, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useLive } from '../data/live.ts';
import { api } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';
import { useCall } from '../data/use-call.ts';
import { Moment } from '../fields/field.tsx';
import { LivePage } from '../layout/live-page.tsx';
import { ReasonDialog } from '../moderation/reason-dialog.tsx';
import { Section } from './tables.tsx';

/** Last action that the person requested on this page. */
type Asked = 'replay' | 'discard' | null;

/** Reads a parked event. Null after the consumer has handled it, or an administrator has discarded it. */
async function read(id: string): Promise<ParkedEventDetail | null> {
  try {
    return await api.getParkedEvent({ params: { id } });
  } catch (error) {
    if (refusalOf(error).status === 404) return null;
    throw error;
  }
}

/** One parked event (dead letter): cause, content and possible actions. */
export function ParkedEventPage() {
  const { id = '' } = useParams();
  const [wanted, setWanted] = useState<Asked>(null);
  const live = useLive(
    ['parked-events', 'one', id],
    () => read(id),
    (event) => wanted !== null && event !== null,
  );
  const onDone = (what: Asked): void => {
    setWanted(what);
    live.again();
  };
  const event = live.data;
  return (
    <LivePage
      title={event?.type ?? 'Parked event'}
      live={live}
      actions={
        <>
          <Button component={Link} to="/parked-events" size="small" startIcon={<ArrowLeft size={16} />}>
            All parked events
          </Button>
          {event && <Acts id={id} onDone={onDone} />}
        </>
      }
    >
      {(known) => (known ? <Parked event={known} isWaiting={wanted === 'replay'} /> : <Gone wanted={wanted} />)}
    </LivePage>
  );
}

function Acts({ id, onDone }: { id: string; onDone: (what: Asked) => void }) {
  const replay = useCall();
  const discard = useCall();
  const [isOpen, setOpen] = useState(false);
  const tryAgain = async (): Promise<void> => {
    const answer = await replay.run(() => api.replayParkedEvent({ params: { id } }), 'The consumer tries it again');
    if (answer !== null) onDone('replay');
  };
  const giveUp = async (reason: string): Promise<void> => {
    const answer = await discard.run(() => api.discardParkedEvent({ params: { id }, query: { reason } }), 'Discarded');
    if (answer !== null) onDone('discard');
  };
  return (
    <>
      <Button size="small" variant="contained" loading={replay.isPending} onClick={() => void tryAgain()} startIcon={<RotateCw size={16} />}>
        Replay
      </Button>
      <Button size="small" color="error" loading={discard.isPending} onClick={() => setOpen(true)} startIcon={<Trash2 size={16} />}>
        Discard
      </Button>
      {isOpen && (
        <ReasonDialog
          title="Discard this event?"
          text="The consumer gives up on it for good and goes on with the later events of its stream. The log keeps the event."
          confirmLabel="Discard"
          onClose={() => setOpen(false)}
          onConfirm={(reason) => {
            setOpen(false);
            void giveUp(reason);
          }}
        />
      )}
    </>
  );
}

const Gone = ({ wanted }: { wanted: Asked }) => (
  <Alert severity={wanted ? 'success' : 'info'}>
    {wanted === 'discard'
      ? 'It was discarded. The consumer goes on without it.'
      : 'It is not parked any more: the consumer has handled it, or somebody gave up on it.'}
  </Alert>
);

function Parked({ event, isWaiting }: { event: ParkedEventDetail; isWaiting: boolean }) {
  return (
    <>
      {isWaiting && <Alert severity="info">The consumer was asked to try it again. It is here as long as it cannot handle it.</Alert>}
      <Section title="Cause">
        {event.error === null ? (
          <Typography variant="body2">It waits for an earlier event of its stream.</Typography>
        ) : (
          <Box component="pre" tabIndex={0} aria-label="Cause" sx={{ m: 0, fontSize: '0.8125rem', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {event.error}
          </Box>
        )}
      </Section>
      <Section title="Event">
        <Rows
          rows={[
            ['Consumer', event.consumer],
            ['Stream', `${event.stream}, version ${event.version}`],
            ['Position', String(event.position)],
            ['Happened', <Moment key="at" at={event.at} />],
            ['Parked', <Moment key="parked" at={event.parkedAt} />],
            [
              'By',
              event.actorId ? (
                <Link key="by" to={`/accounts/${event.actorId}/show`}>
                  {event.actorId}
                </Link>
              ) : (
                'the product itself'
              ),
            ],
            ['For', event.cause ?? '–'],
          ]}
        />
      </Section>
      <Section title="What it says">
        <Rows rows={Object.entries(event.data).map(([name, value]) => [name, wordsOf(value)])} />
        {event.withheld.length > 0 && (
          <Typography variant="caption" color="text.secondary" sx={{ display: 'block', mt: 1 }}>
            Left out because it is personal: {event.withheld.join(', ')}
          </Typography>
        )}
      </Section>
    </>
  );
}

/** A value of an event as text; it may be user content. */
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const Rows = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <Table size="small" sx={{ '& tbody tr:last-child th': { borderBottom: 0 }, '& a': { color: 'primary.main' } }}>
    <TableBody>
      {rows.map(([name, value]) => (
        <TableRow key={name}>
          <TableCell component="th" scope="row" sx={{ width: { xs: 112, sm: 180 }, color: 'text.secondary', verticalAlign: 'top', px: 0 }}>
            {name}
          </TableCell>
          <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
