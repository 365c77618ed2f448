import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { auth } from '@waystory/client/identity/auth.ts';
import { useState } from 'react';
import { signInQuestion } from './session.ts';

/** Dialog for an expired sign-in. The page below keeps its state and continues afterwards. */
export function SignInAgain() {
  const asked = signInQuestion.use();
  const [state, setState] = useState<'asks' | 'waits' | 'failed'>('asks');
  if (!asked) return null;
  const signIn = async (): Promise<void> => {
    setState('waits');
    const isIn = await auth.signInHere();
    setState(isIn ? 'asks' : 'failed');
    if (isIn) asked.answer(true);
  };
  return (
    <Dialog open aria-labelledby="sign-in-again" maxWidth="xs">
      <DialogTitle id="sign-in-again">Your sign-in has ended</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Sign in again in a small window. What you typed stays here, and what you were doing goes on.
          {state === 'failed' && ' That did not work. The browser may have blocked the window; please try again.'}
        </DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => asked.answer(false)}>Not now</Button>
        <Button variant="contained" loading={state === 'waits'} onClick={() => void signIn()}>
          Sign in
        </Button>
      </DialogActions>
    </Dialog>
  );
}
