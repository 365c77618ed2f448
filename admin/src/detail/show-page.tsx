import { Box, Card } from '@mui/material';
import type { ReactNode } from 'react';
import { DeleteButton, EditButton, Labeled, Show, TopToolbar, useRecordContext } from 'react-admin';
import { humanize } from '../lib/humanize.ts';

interface ShowPageProps {
  /** What can be done with it, before what any record has. */
  actions?: ReactNode;
  /** `Facts`, and whatever belongs to it. */
  children: ReactNode;
}

/** One record: what it is, and what can be done with it as far as the role reaches. */
export const ShowPage = ({ actions, children }: ShowPageProps) => (
  <Show component="div" actions={<Actions>{actions}</Actions>}>
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>{children}</Box>
  </Show>
);

function Actions({ children }: { children: ReactNode }) {
  const record = useRecordContext();
  return (
    <TopToolbar sx={{ flexWrap: 'wrap', rowGap: 0.5 }}>
      {record && children}
      <EditButton />
      <DeleteButton mutationMode="pessimistic" />
    </TopToolbar>
  );
}

/** Fields beside each other, as many as there is room for. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Card
    component="section"
    sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}
  >
    {children}
  </Card>
);

/** A field with its name. @param wide it takes a row of its own */
export const Fact = ({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) => (
  <Labeled
    label={humanize(name)}
    sx={{ ...(wide && { gridColumn: '1 / -1' }), minWidth: 0, '& .RaLabeled-label': { fontSize: '0.75rem', fontWeight: 650 } }}
  >
    <div>{children}</div>
  </Labeled>
);
