import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Switch } from '@mui/material';

const keys: readonly (readonly [key: string, what: string])[] = [
  ['j', 'Next case'],
  ['k', 'Case before'],
  ['h', 'Hide'],
  ['r', 'Restore, or let the account in again'],
  ['d', 'Dismiss: nothing is wrong with it'],
  ['s', 'Suspend the author'],
  ['x', 'Delete, where your role may'],
  ['1–5', 'A usual reason, while it is asked why'],
  ['z', 'Take the last decision back'],
  ['o', 'Open it on the site'],
  ['?', 'This help'],
];

interface KeysDialogProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}

/** The keys of the queue, and whether they are used at all. */
export const KeysDialog = ({ isOn, onSwitch, onClose }: KeysDialogProps) => (
  <Dialog open onClose={onClose} aria-labelledby="keys" maxWidth="xs" fullWidth>
    <DialogTitle id="keys">Keys</DialogTitle>
    <DialogContent>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1, alignItems: 'baseline', m: 0, mb: 2 }}>
        {keys.map(([key, what]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ fontWeight: 700 }}>
              {key}
            </Box>
            <Box component="dd" sx={{ m: 0 }}>
              {what}
            </Box>
          </Box>
        ))}
      </Box>
      <FormControlLabel control={<Switch checked={isOn} onChange={(_, checked) => onSwitch(checked)} />} label="Use keys in the queue" />
    </DialogContent>
    <DialogActions>
      <Button autoFocus onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </Dialog>
);
