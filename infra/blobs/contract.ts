import { afterEach, beforeEach, describe } from 'vitest';
import { describeContent } from './contract/content.ts';
import { describeGrants } from './contract/grants.ts';
import type { Blobs } from './port.ts';

/** An empty blob store. */
export interface BlobsUnderTest {
  blobs: Blobs;
  /** Another process on the same store. */
  other: Blobs;
  /** Origin of grants that are paths. */
  origin: string;
  /** Removes all data. */
  close(): Promise<void>;
}

/** Contract of a blob store; `make` gives one on its real engine. */
export function blobsContract(make: () => Promise<BlobsUnderTest>): void {
  let under: BlobsUnderTest;
  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under.close());

  describe('blob store', () => describeContent(() => under));
  describe('upload grant', () => describeGrants(() => under));
}
