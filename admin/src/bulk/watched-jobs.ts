import { useStore } from 'react-admin';

/** Jobs kept in sight on every page; in the browser's storage, so that they are still in sight after a reload. */
export function useWatchedJobs() {
  const [ids, setIds] = useStore<string[]>('jobs.watched', []);
  return {
    ids,
    watch: (id: string) => setIds([...ids.filter((one) => one !== id), id]),
    dismiss: (id: string) => setIds(ids.filter((one) => one !== id)),
  };
}
