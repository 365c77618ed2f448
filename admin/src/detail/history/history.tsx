import { Alert, Box, Button, Card, Link, Skeleton, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FieldChange as Change, HistoryEntry, History as Page } from '@waystory/proto/operations/history.ts';
import { type ReactNode, useState } from 'react';
import { RecordContextProvider, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { catalogue } from '../../catalogue/catalogue.ts';
import { api } from '../../data/product.ts';
import { refusalOf } from '../../data/refusal.ts';
import { PersonLink } from '../../fields/field.tsx';
import { humanize } from '../../lib/humanize.ts';
import { may } from '../../session/rights.ts';
import { currentRole } from '../../session/session.ts';
import {
  actionWords,
  type CommandGroup,
  causeWords,
  commandGroups,
  hasVisibleChange,
  momentText,
  textDifference,
  valueText,
} from './command-groups.ts';

type Ids = { id: string; accountId: string };
type Query = { before?: number };

/** Route that reads the history, by resource. */
const histories = {
  accounts: ({ id }: Ids, query: Query) => api.listAccountHistory({ params: { id }, query }),
  itineraries: ({ id }: Ids, query: Query) => api.listItineraryHistory({ params: { id }, query }),
  posts: ({ id }: Ids, query: Query) => api.listPostHistory({ params: { id }, query }),
  orders: ({ id, accountId }: Ids, query: Query) => api.listOrderHistory({ params: { id, accountId }, query }),
} satisfies Record<string, (ids: Ids, query: Query) => Promise<Page>>;

/** Full history of the page's record, newest first; older entries load on demand. */
export function History({ of }: { of: keyof typeof histories }) {
  const record = useRecordContext<Ids & { version?: number; updatedAt?: string }>();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    // The version is part of the query key, because a new version has new history entries.
    queryKey: ['history', of, record?.id, record?.version ?? record?.updatedAt],
    queryFn: ({ pageParam }) => histories[of](record as Ids, pageParam === null ? {} : { before: pageParam }), // as: the query is enabled only with a record
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: Page) => next,
    enabled: record !== undefined,
  });
  const groups = commandGroups(data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <Card component="section" aria-labelledby="history" sx={{ p: { xs: 2, md: 3 } }}>
      <Typography id="history" variant="h6" component="h2" sx={{ mb: 2 }}>
        History
      </Typography>
      {isPending && <Skeleton variant="rounded" height={120} />}
      {error && (
        <Alert severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {refusalOf(error).message}
        </Alert>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {groups.map((group) => (
          <Deed key={`${group.commandId} ${group.entries[0]?.version}`} group={group} />
        ))}
      </Box>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show what was before
        </Button>
      )}
    </Card>
  );
}

/** The events of one command. */
function Deed({ group: { at, actorId, role, cause, jobId, entries } }: { group: CommandGroup }) {
  return (
    <Box component="li" sx={{ borderLeft: '2px solid', borderColor: 'divider', pl: 2, pb: 2.5, position: 'relative', '&::before': dot }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, alignItems: 'baseline', typography: 'body2' }}>
        <RecordContextProvider value={{ id: actorId ?? 'product', actorId }}>
          {actorId ? <PersonLink source="actorId" empty="Somebody who is gone" /> : <span>The product itself</span>}
        </RecordContextProvider>
        {role && <Typography variant="caption">{role === 'admin' ? 'Administrator' : 'Moderator'}</Typography>}
        <Typography variant="caption" color="text.secondary" component="time" dateTime={at}>
          {momentText(at)}
        </Typography>
      </Box>
      {cause && <Cause cause={cause} />}
      {jobId && <Note>Part of bulk job {jobId}</Note>}
      {entries.map((entry) => (
        <Happening key={entry.version} entry={entry} />
      ))}
    </Box>
  );
}

const dot = { content: '""', position: 'absolute', left: -6, top: 7, width: 10, height: 10, borderRadius: '50%', backgroundColor: 'primary.main' };

const Note = ({ children }: { children: ReactNode }) => (
  <Typography variant="caption" component="p" color="text.secondary">
    {children}
  </Typography>
);

function Cause({ cause }: { cause: string }) {
  const { words, threadId } = causeWords(cause);
  const mayFollow = threadId !== null && may(currentRole(), catalogue.chats, 'one');
  return (
    <Note>
      {words}{' '}
      {mayFollow && (
        <Link component={RouterLink} to={`/chats/${threadId}/show`}>
          Conversation {threadId.slice(-8)}
        </Link>
      )}
    </Note>
  );
}

function Happening({ entry: { action, part, fields } }: { entry: HistoryEntry }) {
  const changes = fields.filter(hasVisibleChange);
  return (
    <Box sx={{ mt: 0.5 }}>
      <Typography variant="subtitle2" component="p">
        {actionWords(action)}
        {part && (
          <Typography component="span" variant="caption" color="text.secondary">
            {` ${part.type} ${part.id.slice(-8)}`}
          </Typography>
        )}
      </Typography>
      {changes.length > 0 && (
        <Box component="dl" sx={{ m: 0, typography: 'body2' }}>
          {changes.map((change) => (
            <FieldChange key={change.name} change={change} />
          ))}
        </Box>
      )}
    </Box>
  );
}

/** Shown characters: of unchanged text around a difference, and of a change before it is expanded. */
const [nearby, mostAtOnce] = [60, 600];

const removedStyle = { backgroundColor: 'var(--danger-soft)', color: 'text.primary' } as const;
const addedStyle = { backgroundColor: 'var(--success-soft)', color: 'text.primary', textDecoration: 'none' } as const;
const text = { unicodeBidi: 'isolate', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** A field before and after a change as text, with the difference marked. */
function FieldChange({ change: { name, before, after } }: { change: Change }) {
  const [isWhole, setWhole] = useState(false);
  const { start, removed, added, end } = textDifference(valueText(before), valueText(after));
  const cut = (value: string): string => (isWhole || value.length <= mostAtOnce ? value : `${value.slice(0, mostAtOnce)}…`);
  const isLong = Math.max(removed.length, added.length) > mostAtOnce || start.length > nearby || end.length > nearby;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '10rem 1fr' }, columnGap: 2, py: 0.25 }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {humanize(name)}
      </Box>
      <Box component="dd" dir="auto" sx={{ m: 0, minWidth: 0, ...text }}>
        {isWhole || start.length <= nearby ? start : `…${start.slice(-nearby)}`}
        {removed && (
          <Box component="del" sx={removedStyle}>
            {cut(removed)}
          </Box>
        )}
        {removed && added && ' '}
        {added && (
          <Box component="ins" sx={addedStyle}>
            {cut(added)}
          </Box>
        )}
        {isWhole || end.length <= nearby ? end : `${end.slice(0, nearby)}…`}
        {!removed && !added && <Box sx={{ color: 'text.secondary' }}>Its words are gone</Box>}
        {isLong && (
          <Box>
            <Button size="small" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
              {isWhole ? 'Show less' : 'Show all of it'}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}
