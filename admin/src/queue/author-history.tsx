import { Box, Card, Stack, Typography } from '@mui/material';
import type { CaseOutcome, ReportedCase } from '@waystory/proto/operations/case.ts';
import { Link } from 'react-router-dom';
import { Moment } from '../fields/field.tsx';
import { Mark } from '../fields/mark.tsx';
import { decisionsIn, kindTitles, outcomeNames } from './acts.ts';
import { useAuthor, useCaseHistory } from './cases.query.ts';
import { AccountLink, PeopleText } from './people-text.tsx';

/** Earlier decisions about the reported record. */
export function EarlierDecisions({ about }: { about: ReportedCase }) {
  const { data } = useCaseHistory(about);
  if (about.decisionsCount === 0) return null;
  return (
    <Card component="section" aria-labelledby="decisions" sx={{ p: { xs: 2, md: 2.5 } }}>
      <Typography id="decisions" variant="h6" component="h3" sx={{ mb: 1 }}>
        Decided before
      </Typography>
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1.25 }}>
        {decisionsIn(data?.items ?? []).map(({ number, outcome, note, moderatorId, at }) => (
          <Box component="li" key={number}>
            <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline', fontSize: '0.875rem' }}>
              <strong>{outcomeNames[outcome]}</strong>
              <Typography variant="caption" color="text.secondary" component="span">
                by <AccountLink id={moderatorId} />, <Moment at={at} />
              </Typography>
            </Stack>
            {note && <PeopleText sx={{ fontSize: '0.875rem' }}>{note}</PeopleText>}
          </Box>
        ))}
      </Stack>
    </Card>
  );
}

/** Other reported records of the same author, with their outcomes. */
export function AuthorHistory({ about }: { about: ReportedCase }) {
  const { data } = useAuthor(about.authorId);
  if (!about.authorId) return null;
  const others = data?.cases.items.filter(({ id }) => id !== about.id) ?? [];
  const open = others.filter(({ state }) => state === 'open').length;
  const outcomes = Object.entries(Object.groupBy(others, ({ outcome }) => outcome ?? 'none')).filter(([outcome]) => outcome !== 'none');
  return (
    <Card component="section" aria-labelledby="author" sx={{ p: { xs: 2, md: 2.5 } }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', mb: 1 }}>
        <Typography id="author" variant="h6" component="h3">
          The author
        </Typography>
        <AccountLink id={about.authorId} />
        {data?.account?.suspended && <Mark tone="bad">Suspended</Mark>}
      </Stack>
      {data && (
        <Typography variant="body2" sx={{ mb: others.length > 0 ? 1 : 0 }}>
          {others.length === 0
            ? 'Nothing else of theirs was ever reported.'
            : [
                `${others.length} ${others.length === 1 ? 'other thing' : 'other things'} of theirs reported`,
                ...(open > 0 ? [`${open} open`] : []),
                ...outcomes.map(([outcome, group = []]) => `${outcomeNames[outcome as CaseOutcome].toLowerCase()} ${group.length}`), // as: the keys are outcomes
              ].join(', ')}
        </Typography>
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 0.75 }}>
        {others.slice(0, shown).map((one) => (
          <Box component="li" key={one.id} sx={{ fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            <Link to={`/queue/${one.id}`} style={{ color: 'var(--teal-text)' }}>
              {kindTitles[one.reportableType]}, {one.reportsCount} {one.reportsCount === 1 ? 'report' : 'reports'}
            </Link>
            {': '}
            {one.state === 'open' ? 'open' : one.outcome ? `${outcomeNames[one.outcome].toLowerCase()}${one.note ? `, ${one.note}` : ''}` : 'closed'}
          </Box>
        ))}
      </Stack>
    </Card>
  );
}

const shown = 8;
