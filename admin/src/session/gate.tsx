import { Button, CircularProgress, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Stack, Typography } from '@mui/material';
import { auth } from '@waystory/client/identity/auth.ts';
import { useAuth } from '@waystory/client/identity/use-auth.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { LogoMark } from '../lib/logo.tsx';
import { roleOf } from './rights.ts';
import { signInQuestion } from './session.ts';

/** Renders the app for people with a role, redirects visitors to the sign-in, and refuses all other users. */
export function Gate({ children }: { children: ReactNode }) {
  const { attempted, redirecting, person, isUnusable } = useAuth(true);
  if (person) return roleOf(person.roles) ? children : <NotForThisAccount name={person.name ?? person.email} />;
  if (isUnusable && !redirecting) return <Unusable />;
  if (!attempted || redirecting) return <Waiting />;
  return <Visitor />;
}

const Page = ({ children }: { children: ReactNode }) => (
  <Stack component="main" sx={{ minHeight: '100dvh', alignItems: 'center', justifyContent: 'center', gap: 2, p: 3, textAlign: 'center' }}>
    <LogoMark size={44} />
    {children}
  </Stack>
);

const Waiting = () => (
  <Page>
    <CircularProgress size={28} aria-label="Finding out who is signed in" />
  </Page>
);

function Visitor() {
  // Visitors are redirected at once, because the app has nothing for them. They see this page only after a failed redirect.
  useEffect(() => void auth.signInByItself(), []);
  return (
    <Page>
      <Typography variant="h1">Sign in to go on</Typography>
      <Typography color="text.secondary">The admin app is for moderators and administrators.</Typography>
      <Button variant="contained" onClick={() => void auth.signIn()}>
        Sign in
      </Button>
      <Button href="/">Back to Waystory</Button>
    </Page>
  );
}

const Unusable = () => (
  <Page>
    <Typography variant="h1">The sign-in does not work here</Typography>
    <Typography color="text.secondary" sx={{ maxWidth: '44ch' }}>
      You signed in, but the product cannot use the access token. The log and /readyz name the setting that has to change.
    </Typography>
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
      <Button variant="contained" onClick={() => void auth.signIn()}>
        Sign in again
      </Button>
      <Button onClick={() => void auth.signOut()}>Sign out</Button>
    </Stack>
  </Page>
);

const NotForThisAccount = ({ name }: { name: string | null }) => (
  <Page>
    <Typography variant="h1">This is not for your account</Typography>
    <Typography color="text.secondary" sx={{ maxWidth: '44ch' }}>
      {name ? `You are signed in as ${name}. ` : ''}The admin app is for moderators and administrators. Everything of your own is on the site.
    </Typography>
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'center' }}>
      <Button variant="contained" href="/">
        Back to Waystory
      </Button>
      <Button onClick={() => void auth.signOut()}>Sign out</Button>
    </Stack>
  </Page>
);

/** Dialog for an expired sign-in. The page below keeps its state and continues afterwards. */
export function SignInAgainDialog() {
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
