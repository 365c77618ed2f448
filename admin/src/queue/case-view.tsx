import { Alert, Box, Button, Card, Chip, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { useEffect, useRef, useState } from 'react';
import { Moment } from '../fields/field.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { currentRole } from '../session/session.ts';
import { CaseActionBar, CaseActionDialog } from './act-bar.tsx';
import { type CaseAction, caseActionsFor, kindNames, reasonNames, reportReasons, reportReasonsText } from './acts.ts';
import { AuthorHistory, EarlierDecisions } from './author-history.tsx';
import { useReports } from './cases.query.ts';
import { AccountLink, PeopleText } from './people-text.tsx';
import { previewQuery } from './preview.query.ts';
import { RecordPreviewCard } from './thing-preview.tsx';
import type { OtherAssignment } from './use-assignment.ts';

/** Reports of a case: their number, reasons and texts. */
function ReportList({ about }: { about: ReportedCase }) {
  const isOpen = about.state === 'open';
  const { data, error, refetch } = useReports(about, isOpen);
  const counts = isOpen ? about.openReportsByReason : about.reportsByReason;
  const count = isOpen ? about.openReportsCount : about.reportsCount;
  return (
    <Card component="section" aria-labelledby="reports" sx={{ p: { xs: 2, md: 2.5 } }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
        <Typography id="reports" variant="h6" component="h3">
          {count} {isOpen ? 'open ' : ''}
          {count === 1 ? 'report' : 'reports'}
        </Typography>
        {reportReasons.map((reason) => counts[reason] > 0 && <Chip key={reason} size="small" label={`${reasonNames[reason]} ${counts[reason]}`} />)}
      </Stack>
      {error && (
        <Alert severity="error" action={<Button onClick={() => void refetch()}>Try again</Button>}>
          {error.message}
        </Alert>
      )}
      {!data && !error && <Skeleton variant="rounded" height={60} role="status" aria-label="The reports are loading" />}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1.25 }}>
        {data?.items.map((report) => (
          <Box component="li" key={report.id} sx={{ borderLeft: '3px solid var(--line)', pl: 1.5 }}>
            {report.text && <PeopleText>{report.text}</PeopleText>}
            <Typography variant="caption" color="text.secondary" component="div">
              {reasonNames[report.reason]} · <AccountLink id={report.accountId} /> · <Moment at={report.createdAt} />
            </Typography>
          </Box>
        ))}
      </Stack>
      {data && data.total > data.items.length && (
        <Typography variant="caption" color="text.secondary" component="p" sx={{ mt: 1 }}>
          The newest {data.items.length} of {data.totalCapped ? `more than ${data.total}` : data.total}.
        </Typography>
      )}
    </Card>
  );
}

interface CaseViewProps {
  about: ReportedCase;
  /** True after a move from another case. The heading then receives the focus, so that screen readers announce the new case. */
  takesFocus: boolean;
  taken: OtherAssignment | null;
  isBusy: boolean;
  onDecide: (act: CaseAction, reason: string | null, until: string | null) => void;
  onNext: () => void;
  /** Ends the assignment to another moderator. Only administrators may call it. */
  onTakeOver: () => void;
}

/** One case: reported record, reports, author and possible actions. */
export function CaseView({ about, takesFocus, taken, isBusy, onDecide, onNext, onTakeOver }: CaseViewProps) {
  const { data: preview, error, refetch } = useQuery(previewQuery(about));
  const [asked, setAsked] = useState<CaseAction | null>(null);
  const acts = caseActionsFor(currentRole(), about, { isGone: preview === null, isDown: preview?.isDown ?? false });
  // No action before the preview has loaded, because the state of the record is unknown until then.
  const mayAct = taken === null && !isBusy && preview !== undefined;
  const open = () => preview && window.open(preview.path, '_blank', 'noopener');
  useKeys({ ...Object.fromEntries(acts.map((act) => [act.key, mayAct ? () => setAsked(act) : undefined])), o: open });
  return (
    <Stack component="article" sx={{ gap: 2, minWidth: 0 }}>
      <Heading about={about} takesFocus={takesFocus} />
      {taken && <TakenNote taken={taken} onTakeOver={onTakeOver} />}
      <CaseActionBar acts={acts} disabled={!mayAct} onAct={setAsked} onNext={onNext} />
      <RecordPreviewCard about={about} preview={preview} error={error} onRetry={() => void refetch()} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' }, alignItems: 'start' }}>
        <ReportList about={about} />
        <Stack sx={{ gap: 2, minWidth: 0 }}>
          <EarlierDecisions about={about} />
          <AuthorHistory about={about} />
        </Stack>
      </Box>
      {asked && (
        <CaseActionDialog
          act={asked}
          onClose={() => setAsked(null)}
          onConfirm={(reason, until) => {
            setAsked(null);
            onDecide(asked, reason, until);
          }}
        />
      )}
    </Stack>
  );
}

function Heading({ about, takesFocus }: { about: ReportedCase; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const count = about.openReportsCount;
  const isOpen = about.state === 'open';
  const kind = kindNames[about.reportableType];
  const aKind = `${kind === 'account' ? 'An' : 'A'} ${kind}`;
  return (
    <Box>
      <Typography ref={heading} tabIndex={-1} variant="h5" component="h2" sx={{ outline: 'none' }}>
        {isOpen ? `${aKind}, reported by ${count} ${count === 1 ? 'person' : 'people'}` : `${aKind}: this case is closed`}
      </Typography>
      {isOpen && <Typography color="text.secondary">{reportReasonsText(about)}</Typography>}
    </Box>
  );
}

const TakenNote = ({ taken: { moderatorId, until }, onTakeOver }: { taken: OtherAssignment; onTakeOver: () => void }) => (
  <Alert
    severity="warning"
    action={
      currentRole() === 'admin' && (
        <Button color="inherit" size="small" onClick={onTakeOver}>
          Take over
        </Button>
      )
    }
  >
    <AccountLink id={moderatorId} /> is at it until <Moment at={until} />. You can look, and decide when they are done.
  </Alert>
);
