import { reason } from '@waystory/proto/kit/field.ts';
import { describe, expect, it } from 'vitest';
import { longestReason } from './reason-field.tsx';

describe('Reason field', () => {
  it('accepts exactly the length that the API accepts', () => {
    expect(reason.safeParse('x'.repeat(longestReason)).success).toBe(true);
    expect(reason.safeParse('x'.repeat(longestReason + 1)).success).toBe(false);
  });
});
