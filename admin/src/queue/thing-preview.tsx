import { Alert, Box, Button, Card, Skeleton, Stack, Typography } from '@mui/material';
import type { ReportedCase } from '@waystory/proto/operations/case.ts';
import { ExternalLink } from 'lucide-react';
import { hiddenStates, Mark, suspendedStates, visibilityStates } from '../fields/mark.tsx';
import { kindNames } from './acts.ts';
import { AccountLink, PeopleText } from './people-text.tsx';
import type { RecordPreview } from './preview.query.ts';

interface ThingPreviewProps {
  about: ReportedCase;
  /** Null when deleted, undefined while loading. */
  preview: RecordPreview | null | undefined;
  error: Error | null;
  onRetry: () => void;
}

/** A reported record as the site shows it, as text only, without scripts or requests to other hosts. */
export function RecordPreviewCard({ about, preview, error, onRetry }: ThingPreviewProps) {
  const kind = kindNames[about.reportableType];
  if (error)
    return (
      <Alert severity="error" action={<Button onClick={onRetry}>Try again</Button>}>
        The {kind} could not be loaded. {error.message}
      </Alert>
    );
  if (preview === undefined) return <Skeleton variant="rounded" height={180} role="status" aria-label={`The ${kind} is loading`} />;
  if (preview === null) return <Alert severity="info">The {kind} is gone: it was deleted, or what it belonged to was.</Alert>;
  return (
    <Card component="section" aria-label={`The ${kind} as readers see it`} sx={{ p: { xs: 2, md: 2.5 } }}>
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 2.5 }}>
        {preview.picture && <Picture of={preview.picture} />}
        <Stack sx={{ gap: 1, minWidth: 0, flex: 1 }}>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center', fontSize: '0.8125rem' }}>
            <States about={about} preview={preview} />
          </Stack>
          {preview.title !== null && <PeopleText sx={{ fontSize: '1.125rem', fontWeight: 700 }}>{preview.title}</PeopleText>}
          {preview.texts.map((text, index) => (
            // The index is the key, because texts have no ids and a stable order.
            <PeopleText key={index} sx={{ maxHeight: 260, overflowY: 'auto' }}>
              {text}
            </PeopleText>
          ))}
          {preview.place && <PeopleText sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{preview.place}</PeopleText>}
          <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center', mt: 'auto', pt: 0.5 }}>
            {about.reportableType !== 'account' && (
              <Box sx={{ fontSize: '0.875rem' }}>
                by <AccountLink id={about.authorId} />
              </Box>
            )}
            <Button href={preview.path} target="_blank" rel="noopener" size="small" startIcon={<ExternalLink size={16} aria-hidden="true" />}>
              Open on the site
            </Button>
          </Stack>
        </Stack>
      </Stack>
    </Card>
  );
}

function States({ about: { reportableType }, preview: { isDown, visibility } }: { about: ReportedCase; preview: RecordPreview }) {
  const [word, tone] = (reportableType === 'account' ? suspendedStates : hiddenStates)[`${isDown}`];
  const [open, openTone] = visibility ? visibilityStates[visibility] : [null, 'plain' as const];
  return (
    <>
      <Mark tone={tone}>{word}</Mark>
      {open && <Mark tone={openTone}>{open}</Mark>}
    </>
  );
}

/** A picture on this site. The URL of another host is shown as text, because a request would reveal the moderator. */
const Picture = ({ of }: { of: string }) =>
  of.startsWith('/') ? (
    <Box
      component="img"
      src={of}
      alt="As readers see it"
      sx={{
        width: { xs: '100%', md: 220 },
        height: { xs: 180, md: 150 },
        objectFit: 'cover',
        borderRadius: '10px',
        backgroundColor: 'var(--sunken)',
      }}
    />
  ) : (
    <Box sx={{ width: { xs: '100%', md: 220 }, p: 1.5, borderRadius: '10px', backgroundColor: 'var(--sunken)' }}>
      <Typography variant="caption" color="text.secondary">
        A picture from elsewhere, which is not loaded here:
      </Typography>
      <PeopleText sx={{ fontSize: '0.75rem' }}>{of}</PeopleText>
    </Box>
  );
