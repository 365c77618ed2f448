import { Card, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';

/** A table whose rows become blocks in a small window: the row's head above, its cells in a line below. */
const asBlocks = {
  '& td, & th': { verticalAlign: 'middle' },
  '& tbody tr:last-child th': { borderBottom: 0 },
  '@media (max-width: 700px)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody': { display: 'block' },
    '& tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, px: 2, py: 1.25, borderBottom: '1px solid var(--line)' },
    '& tbody tr:last-child': { borderBottom: 0 },
    '& td, & th': { border: 0, p: 0, py: 0.25, textAlign: 'left' },
    '& th': { flex: '1 1 100%' },
  },
} as const;

interface BlockTableProps {
  heads: readonly (string | ReactElement)[];
  /** Index of the first column of numbers; all later columns are numbers, too. */
  numbersFrom?: number;
  /** Rows of the table body. */
  children: ReactNode;
}

export const BlockTable = ({ heads, numbersFrom = heads.length, children }: BlockTableProps) => (
  <Table size="small" sx={asBlocks}>
    <TableHead>
      <TableRow>
        {heads.map((head, index) => (
          <TableCell key={index} align={index < numbersFrom ? 'inherit' : 'right'}>
            {head}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>{children}</TableBody>
  </Table>
);

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
    <Typography variant="h6" component="h2" sx={{ mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Card>
);
