import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { expect, test } from 'vitest';
import { partitionFor } from './record.ts';

test('Partition of a key agrees with the default partitioner of Kafka producers', () => {
  const partitioner = Partitioners.DefaultPartitioner();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 1, max: 64 }), (key, partitions) => {
      const metadata = { partitionErrorCode: 0, leader: 0, replicas: [], isr: [] };
      const partitionMetadata = Array.from({ length: partitions }, (_, partitionId) => ({ ...metadata, partitionId }));
      expect(partitionFor(key, partitions)).toBe(partitioner({ topic: 't', partitionMetadata, message: { key, value: null } }));
    }),
  );
});

test('Partition of four known keys is the same in every release', () => {
  const streams = ['country-FR', 'itinerary-0b7c6f0e-2f6d-4a40-9a53-6e2b9a1f0f11', 'username-ada', 'ü🗺️'];
  expect(streams.map((stream) => partitionFor(stream, 1_000))).toEqual([29, 280, 216, 941]);
});
