import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { ReasonField } from './reason-field.tsx';

interface ReasonDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Sentence that tells who reads the reason. */
  readBy?: string;
  /** Further inputs. */
  children?: ReactNode;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Dialog for a reason, which the history of the record shows. */
export function ReasonDialog({
  title,
  text,
  confirmLabel,
  readBy = 'Moderators who look at it next read this.',
  children,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const id = useId();
  const given = reason.trim();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Stopped, because React events also bubble to a form on the page that contains the dialog.
          event.stopPropagation();
          if (given) onConfirm(given);
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <DialogContentText sx={{ mb: 1 }}>{text}</DialogContentText>
          {children}
          <ReasonField autoFocus minRows={2} readBy={readBy} value={reason} onChange={setReason} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!given}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
