import { Alert, Dialog, DialogContent, IconButton, LinearProgress, List, ListItemButton, ListItemText, TextField, Tooltip } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useGetResourceLabel } from 'react-admin';
import { Link } from 'react-router-dom';
import { refusalOf } from '../data/refusal.ts';
import { minimumSearchLength, searchHits } from './search.query.ts';

/** Button that opens the search. Ctrl+K and Cmd+K open it, too. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Tooltip title="Search (Ctrl K)">
        <IconButton color="inherit" aria-label="Search" size="small" onClick={() => setOpen(true)} sx={{ width: 40, height: 40 }}>
          <Search size={18} aria-hidden="true" />
        </IconButton>
      </Tooltip>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Debounce of the search text, milliseconds. */
const pauseMs = 250;

/** Typed text after the debounce. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/** Moves the focus between the input and the hits with the arrow keys. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('input, a'));
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]; // as: the focused element is HTML
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const words = usePaused(typed.trim());
  const labelOf = useGetResourceLabel();
  const isAsked = words.length >= minimumSearchLength;
  const { data, error, isFetching } = useQuery({ queryKey: ['search', words], queryFn: () => searchHits(words), enabled: isAsked, retry: false });
  return (
    <Dialog
      open
      onClose={onClose}
      onKeyDown={walk}
      slotProps={{ paper: { 'aria-label': 'Search' } }}
      maxWidth="sm"
      fullWidth
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
    >
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          type="search"
          label="A story, an account, a comment, or any id"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <LinearProgress aria-hidden="true" sx={{ visibility: isFetching ? 'visible' : 'hidden' }} />
        {error && <Alert severity="error">{refusalOf(error).message}</Alert>}
        <div role="status">{isAsked && data?.length === 0 && `Nothing was found for “${words}”.`}</div>
        <List dense disablePadding>
          {(isAsked ? (data ?? []) : []).map(({ resource, id, title }) => (
            <li key={`${resource}/${id}`}>
              <ListItemButton component={Link} to={`/${resource}/${id}/show`} onClick={onClose}>
                <ListItemText primary={title} secondary={labelOf(resource, 1)} slotProps={{ primary: { noWrap: true, dir: 'auto' } }} />
              </ListItemButton>
            </li>
          ))}
        </List>
      </DialogContent>
    </Dialog>
  );
}
