import { Alert, Box, Button, Card, Chip, Skeleton, Stack, Typography } from '@mui/material';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { Moment } from '../fields/when.tsx';
import { reasonNames, reasons } from './acts.ts';
import { useReports } from './cases.query.ts';
import { Account, PeopleText } from './people-text.tsx';

/** Why it was reported and by how many, with what the reporters wrote. */
export function ReportList({ about }: { about: ReportedCase }) {
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
        {reasons.map((reason) => counts[reason] > 0 && <Chip key={reason} size="small" label={`${reasonNames[reason]} ${counts[reason]}`} />)}
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
              {reasonNames[report.reason]} · <Account id={report.accountId} /> · <Moment at={report.createdAt} />
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
