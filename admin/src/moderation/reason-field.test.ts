import { reason } from '@waystory/proto/kit/field.ts';
import { describe, expect, it } from 'vitest';
import { longestReason } from './reason-field.tsx';

describe('the field of a reason', () => {
  it('takes as much as the API, and no more', () => {
    expect(reason.safeParse('x'.repeat(longestReason)).success).toBe(true);
    expect(reason.safeParse('x'.repeat(longestReason + 1)).success).toBe(false);
  });
});
