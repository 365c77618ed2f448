const seed = 0x9747b28c;
const factor = 0x5bd1e995;

/**
 * Partition of a key among `partitions`. The hash is murmur2 over UTF-8, the default of Kafka's own producers. Other producers and stream processors
 * therefore agree on the partition of a stream. The hash must never change, because it preserves the order of a stream.
 */
export const partitionFor = (key: string, partitions: number): number => (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;

function murmur2(bytes: Buffer): number {
  let hash = seed ^ bytes.length;
  const whole = bytes.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    const mixed = Math.imul(bytes.readInt32LE(at), factor);
    hash = Math.imul(hash, factor) ^ Math.imul(mixed ^ (mixed >>> 24), factor);
  }
  if (bytes.length > whole) {
    let rest = 0;
    for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | bytes.readUInt8(at);
    hash = Math.imul(hash ^ rest, factor);
  }
  hash = Math.imul(hash ^ (hash >>> 13), factor);
  return hash ^ (hash >>> 15);
}
