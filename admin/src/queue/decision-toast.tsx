import { Alert, Button, Snackbar } from '@mui/material';
import { KeyCap } from '../keys/keys-dialog.tsx';
import type { CompletedDecision } from './use-decisions.ts';

const shownMs = 10_000;
const backNames = { hidden: 'Undo', suspended: 'Undo', restored: 'Look again', dismissed: 'Look again', deleted: null } as const;

/** Notification of the last decision, with a button that reverts the decision or returns to the case. */
export function DecisionToast({ last, takeBack, forget }: { last: CompletedDecision | null; takeBack: () => void; forget: () => void }) {
  if (!last) return null;
  const back = backNames[last.act.outcome];
  return (
    <Snackbar
      key={last.about.id}
      open
      autoHideDuration={shownMs}
      onClose={(_, why) => why !== 'clickaway' && forget()}
      // Above the action bar in a small window.
      sx={{ bottom: { xs: 132, sm: 24 } }}
    >
      <Alert
        severity="success"
        variant="outlined"
        sx={{ backgroundColor: 'var(--raised)', alignItems: 'center', boxShadow: 'var(--depth-float)' }}
        action={
          back && (
            <Button size="small" color="inherit" onClick={takeBack} endIcon={<KeyCap>z</KeyCap>}>
              {back}
            </Button>
          )
        }
      >
        {last.act.done}
      </Alert>
    </Snackbar>
  );
}
