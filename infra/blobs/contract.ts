import { afterEach, beforeEach, describe } from 'vitest';
import { describeContent } from './contract/content.ts';
import { describeGrants } from './contract/grants.ts';
import type { Blobs } from './port.ts';

/** A store of blobs with nothing in it. */
export interface BlobsUnderTest {
  blobs: Blobs;
  /** Another process on the same store. */
  other: Blobs;
  /** Where grants without a host of their own are taken. */
  origin: string;
  /** Removes what was stored. */
  close(): Promise<void>;
}

/** What every place for files must do; `make` gives one on its real engine. */
export function blobsContract(make: () => Promise<BlobsUnderTest>): void {
  let under: BlobsUnderTest;
  beforeEach(async () => {
    under = await make();
  });
  afterEach(() => under.close());

  describe('blobs', () => describeContent(() => under));
  describe('grants to upload', () => describeGrants(() => under));
}
