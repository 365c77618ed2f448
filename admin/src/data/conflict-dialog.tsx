import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useMemo } from 'react';
import { conflictQuestion } from './product.ts';

const shownAs = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '(empty)';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Shows both versions of a record that another person changed meanwhile, and asks which to keep. */
export function ConflictDialog() {
  const asked = conflictQuestion.use();
  const rows = useMemo(() => Object.entries(asked?.about.mine ?? {}), [asked]);
  if (!asked) return null;
  const { theirs } = asked.about;
  return (
    <Dialog open onClose={() => asked.answer('back')} aria-labelledby="conflict" maxWidth="md" fullWidth>
      <DialogTitle id="conflict">Somebody else changed this in the meantime</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          These are the fields that you changed, as they are now and as you have them. Nothing of yours is lost.
        </DialogContentText>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>Field</TableCell>
              <TableCell>As it is now</TableCell>
              <TableCell>Yours</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(([field, mine]) => (
              <TableRow key={field}>
                <TableCell component="th" scope="row">
                  {field}
                </TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{shownAs(theirs[field])}</TableCell>
                <TableCell sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{shownAs(mine)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={() => asked.answer('back')}>Back to the form</Button>
        <Button onClick={() => asked.answer('theirs')}>Keep what is there</Button>
        <Button variant="contained" onClick={() => asked.answer('mine')}>
          Write mine over it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
