/** A table whose rows become blocks in a small window: the row's head above, its cells in a line below. */
export const asBlocks = {
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
