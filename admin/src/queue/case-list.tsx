import { Box, List, ListItemButton, Typography } from '@mui/material';
import { serverNow } from '@waystory/client/environment.ts';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { UserRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { since } from '../lib/quantity.ts';
import { kindTitles, reportReasonsText } from './acts.ts';

/** True while a case is assigned to another moderator. */
export const isTaken = ({ assigneeId, assignedUntil }: ReportedCase, myId: string | null): boolean =>
  assigneeId !== null && assigneeId !== myId && assignedUntil !== null && Date.parse(assignedUntil) > serverNow();

interface CaseListProps {
  cases: readonly ReportedCase[];
  total: number;
  currentId: string | undefined;
  myId: string | null;
}

/** List of open cases: number of reports, reasons, kind of record and age. */
export const CaseList = ({ cases, total, currentId, myId }: CaseListProps) => (
  <Box component="nav" aria-label="Open cases">
    <List dense disablePadding>
      {cases.map((one) => (
        <Row key={one.id} about={one} isCurrent={one.id === currentId} isTaken={isTaken(one, myId)} />
      ))}
    </List>
    {total > cases.length && (
      <Typography variant="caption" color="text.secondary" sx={{ display: 'block', px: 1.5, py: 1 }}>
        {total - cases.length} more move up as these are decided.
      </Typography>
    )}
  </Box>
);

function Row({ about, isCurrent, isTaken }: { about: ReportedCase; isCurrent: boolean; isTaken: boolean }) {
  const row = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <Box component="li">
      <ListItemButton
        component={Link}
        ref={row}
        to={`/queue/${about.id}`}
        selected={isCurrent}
        aria-current={isCurrent || undefined}
        sx={{ borderRadius: '10px', gap: 1.25, px: 1.5, minHeight: 52, alignItems: 'center' }}
      >
        <Count of={about.openReportsCount} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" noWrap sx={{ fontWeight: 600 }}>
            {reportReasonsText(about)}
          </Typography>
          <Typography variant="caption" noWrap component="p" color="text.secondary">
            {kindTitles[about.reportableType]}
            {about.firstReportedAt && ` · ${since(about.firstReportedAt)}`}
            {about.decisionsCount > 0 && ' · again'}
          </Typography>
        </Box>
        {isTaken && (
          <Box component="span" sx={{ display: 'flex', color: 'text.secondary' }} title="Another moderator is at it">
            <UserRound size={16} role="img" aria-label="Another moderator is at it" />
          </Box>
        )}
      </ListItemButton>
    </Box>
  );
}

const Count = ({ of }: { of: number }) => (
  <Box
    component="span"
    aria-label={`${of} ${of === 1 ? 'report' : 'reports'}`}
    role="img"
    sx={{
      minWidth: 30,
      px: 0.5,
      py: 0.25,
      borderRadius: '8px',
      textAlign: 'center',
      fontSize: '0.8125rem',
      fontWeight: 700,
      fontVariantNumeric: 'tabular-nums',
      backgroundColor: of > 9 ? 'var(--warning-soft)' : 'var(--sunken)',
      color: of > 9 ? 'var(--warning)' : 'var(--ink)',
    }}
  >
    {of > 999 ? `${Math.floor(of / 1_000)}k` : of}
  </Box>
);
