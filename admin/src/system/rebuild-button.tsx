import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { api } from '../data/product.ts';
import { refusalOf } from '../data/refusal.ts';

/** Has a read model made anew, when that is confirmed. */
export function RebuildButton({ name, isRunning, onAsked }: { name: string; isRunning: boolean; onAsked: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const notify = useNotify();
  const id = useId();
  const rebuild = async (): Promise<void> => {
    setSending(true);
    try {
      await api.rebuildProjection({ params: { name } });
      notify(`${name} is being made anew`, { type: 'success' });
    } catch (error) {
      notify(refusalOf(error).message, { type: 'error' });
    }
    setSending(false);
    setOpen(false);
    onAsked();
  };
  return (
    <>
      <Button size="small" disabled={isRunning} onClick={() => setOpen(true)} startIcon={<RotateCw size={16} />} aria-label={`Rebuild ${name}`}>
        Rebuild
      </Button>
      {isOpen && (
        <Dialog open onClose={() => setOpen(false)} aria-labelledby={id} maxWidth="xs" fullWidth>
          <DialogTitle id={id}>Rebuild {name}?</DialogTitle>
          <DialogContent>
            <DialogContentText>
              A new build is made from the whole log, beside the one in use. Readers notice nothing until it is whole; then they go over to it. It
              costs the machine some work.
            </DialogContentText>
          </DialogContent>
          <DialogActions>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="contained" loading={isSending} onClick={() => void rebuild()}>
              Rebuild
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
