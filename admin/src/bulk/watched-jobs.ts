import { useStore } from 'react-admin';

/** Jobs shown on every page. The browser's storage keeps their ids across reloads. */
export function useWatchedJobs() {
  const [ids, setIds] = useStore<string[]>('jobs.watched', []);
  return {
    ids,
    watch: (id: string) => setIds([...ids.filter((one) => one !== id), id]),
    dismiss: (id: string) => setIds(ids.filter((one) => one !== id)),
  };
}
