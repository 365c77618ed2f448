import { reason } from '@waystory/proto/kit/field.ts';
import { describe, expect, it } from 'vitest';
import { longestReason } from './reason-field.tsx';

describe('Reason field', () => {
  it('has the same maximum length as the API schema, 500 characters', () => {
    expect(reason.safeParse('x'.repeat(longestReason)).success).toBe(true);
    expect(reason.safeParse('x'.repeat(longestReason + 1)).success).toBe(false);
  });
});
