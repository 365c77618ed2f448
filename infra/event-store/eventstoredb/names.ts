const snapshotPrefix = 'snapshot-';

/** Stream of the latest snapshot, by stream and schema. */
export const snapshotStream = (stream: string, schema: string): string => `${snapshotPrefix}${schema}-${stream}`;

/** Regular expression of the product's streams, without the server's own streams and snapshots. */
export const productStreams = `^(?!\\$|${snapshotPrefix})`;
