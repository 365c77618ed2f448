import { useCallback, useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { BulkChange, Outcome, Preview } from '../data/bulk-calls.ts';
import type { AdminDataProvider } from '../data/data-provider.ts';
import type { FilterValues } from '../data/filter-values.ts';
import { refusalOf } from '../data/refusal.ts';

/** How far a bulk call by filter is. */
export type Stage =
  | { at: 'counting' }
  /** `before` is what was confirmed, when it is another number by now. */
  | { at: 'asking'; preview: Preview; before: number | null }
  | { at: 'sending'; preview: Preview }
  | { at: 'ended'; outcome: Outcome }
  | { at: 'failed'; message: string };

/**
 * A bulk call by filter: first it is counted, and what was confirmed is counted again before it is sent.
 * @param change without its reason, which does not change what matches
 */
export function useMatching(resource: string, change: BulkChange, filter: FilterValues) {
  const provider = useDataProvider<AdminDataProvider>();
  const [stage, setStage] = useState<Stage>({ at: 'counting' });
  const fail = useCallback((error: unknown) => setStage({ at: 'failed', message: refusalOf(error).message }), []);
  // Written out, so that the same filter in another object is not counted again.
  const asked = JSON.stringify([change, filter]);

  useEffect(() => {
    const [first, conditions]: [BulkChange, FilterValues] = JSON.parse(asked);
    provider.dryRun(resource, first, conditions).then((preview) => setStage({ at: 'asking', preview, before: null }), fail);
  }, [provider, resource, asked, fail]);

  const send = async (confirmed: Preview, whole: BulkChange): Promise<Outcome | null> => {
    setStage({ at: 'sending', preview: confirmed });
    try {
      const preview = await provider.dryRun(resource, change, filter);
      if (preview.matched !== confirmed.matched) {
        setStage({ at: 'asking', preview, before: confirmed.matched });
        return null;
      }
      const outcome = await provider.byFilter(resource, whole, filter);
      setStage({ at: 'ended', outcome });
      return outcome;
    } catch (error) {
      fail(error);
      return null;
    }
  };
  return { stage, send };
}
