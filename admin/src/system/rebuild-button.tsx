import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../data/product.ts';
import { useCall } from '../data/use-call.ts';

/** Rebuilds a read model after a confirmation. */
export function RebuildButton({ name, isRunning, onAsked }: { name: string; isRunning: boolean; onAsked: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { run, isPending } = useCall();
  const id = useId();
  const rebuild = async (): Promise<void> => {
    await run(() => api.rebuildProjection({ params: { name } }), `${name} is being made anew`);
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
            <Button variant="contained" loading={isPending} onClick={() => void rebuild()}>
              Rebuild
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
