import { type DrillCluster, type EngineName, openDrillCluster } from './drill-cluster.ts';

/** The cluster that drills of one run share: starting the servers and eight processes takes longer than most of what is tried on them. */
export interface ClusterPool {
  /** Works on a cluster that stands on exactly these engines. One that a drill has failed on is not used again. */
  use(on: readonly EngineName[], work: (cluster: DrillCluster) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** One cluster at a time: two cores do not carry two. */
export function createClusterPool(): ClusterPool {
  let open: { key: string; cluster: DrillCluster } | null = null;
  const close = async (): Promise<void> => {
    const { cluster } = open ?? {};
    open = null;
    await cluster?.close();
  };
  return {
    async use(on, work) {
      const key = on.toSorted().join('-') || 'postgres';
      if (open?.key !== key) {
        await close();
        open = { key, cluster: await openDrillCluster(key, on) };
      }
      try {
        await work(open.cluster);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
}
