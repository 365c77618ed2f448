import { Box, Card } from '@mui/material';
import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeleteButton, EditButton, Labeled, Show, TopToolbar, useRecordContext } from 'react-admin';
import { humanize } from '../lib/humanize.ts';
import { useParents } from './parents.ts';

interface ShowPageProps {
  /** What can be done with it, before what any record has. */
  actions?: ReactNode;
  /** `Facts`, and whatever belongs to it. */
  children: ReactNode;
}

/** One record: what it is, and what can be done with it as far as the role reaches. */
export function ShowPage({ actions, children }: ShowPageProps) {
  const parents = useParents();
  return (
    <Show component="div" sx={{ '& .RaShow-card': { minWidth: 0 } }} queryOptions={parents} actions={<Actions>{actions}</Actions>}>
      {/* What is too wide for a small window scrolls in its own card. */}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>{children}</Box>
    </Show>
  );
}

function Actions({ children }: { children: ReactNode }) {
  const record = useRecordContext();
  return (
    <TopToolbar sx={{ flexWrap: 'wrap', rowGap: 0.5, alignItems: 'center' }}>
      {record && children}
      <EditButton icon={<Pencil size={16} />} />
      <DeleteButton mutationMode="pessimistic" icon={<Trash2 size={16} />} />
    </TopToolbar>
  );
}

/** Fields beside each other, as many as there is room for. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <Card
    component="section"
    sx={{ p: { xs: 2, md: 3 }, display: 'grid', gap: 2.5, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}
  >
    {children}
  </Card>
);

interface FactProps {
  /** Of the field, or what it is called. */
  name: string;
  /** It takes a row of its own. */
  wide?: boolean;
  children: ReactNode;
}

/** A field with its name. */
export const Fact = ({ name, wide, children }: FactProps) => (
  <Labeled label={humanize(name)} sx={{ ...(wide && { gridColumn: '1 / -1' }), minWidth: 0 }}>
    <Box sx={{ typography: 'body2', minWidth: 0 }}>{children}</Box>
  </Labeled>
);
