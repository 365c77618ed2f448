const snapshotPrefix = 'snapshot-';

/** Stream that holds the latest snapshot of a stream taken with a schema. */
export const snapshotStream = (stream: string, schema: string): string => `${snapshotPrefix}${schema}-${stream}`;

/** Regular expression of the streams that hold events of the product: not what the server keeps for itself, and no snapshots. */
export const productStreams = `^(?!\\$|${snapshotPrefix})`;
