import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, FormControlLabel, Switch, Typography } from '@mui/material';
import { useShortcutsSetting } from './use-keys.ts';

type Keys = readonly (readonly [key: string, what: string])[];

const everywhere: Keys = [
  ['Ctrl K', 'Search; arrows go from hit to hit'],
  ['g, q', 'To the queue: one key after the other'],
  ['Esc', 'Close what lies over the page'],
  ['?', 'This help'],
];
const inQueue: Keys = [
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
];

const Group = ({ title, keys }: { title: string; keys: Keys }) => (
  <>
    <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
      {title}
    </Typography>
    <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '64px 1fr', columnGap: 1, rowGap: 0.75, alignItems: 'baseline', m: 0, mb: 2 }}>
      {keys.map(([key, what]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>
            {key}
          </Box>
          <Box component="dd" sx={{ m: 0 }}>
            {what}
          </Box>
        </Box>
      ))}
    </Box>
  </>
);

/** List of keyboard shortcuts, with a switch for the single-key shortcuts. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [usesKeys, setUsesKeys] = useShortcutsSetting();
  return (
    <Dialog open onClose={onClose} aria-labelledby="keys" maxWidth="xs" fullWidth>
      <DialogTitle id="keys">Keys</DialogTitle>
      <DialogContent>
        <Group title="Everywhere" keys={everywhere} />
        <Group title="In the queue" keys={inQueue} />
        <FormControlLabel control={<Switch checked={usesKeys} onChange={(_, checked) => setUsesKeys(checked)} />} label="Use single keys" />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A key cap. Small windows omit it, because small devices rarely have a keyboard. */
export const KeyCap = ({ children }: { children: string }) => (
  <Box
    component="kbd"
    aria-hidden="true"
    sx={{
      display: { xs: 'none', sm: 'inline-block' },
      minWidth: 20,
      px: 0.5,
      borderRadius: '5px',
      border: '1px solid currentColor',
      opacity: 0.75,
      fontFamily: 'inherit',
      lineHeight: '18px',
      textAlign: 'center',
      // The high specificity prevents MUI buttons from overriding the font size.
      '&&&': { fontSize: '0.6875rem' },
    }}
  >
    {children}
  </Box>
);
