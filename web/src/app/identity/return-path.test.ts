import { afterEach, describe, expect, test, vi } from 'vitest';
import { returnPathOf } from './return-path.ts';

const origin = 'https://waystory.example';

describe('the state that a sign-in brought back', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  afterEach(() => log.mockClear());

  test('names a path of this product, with its query', () => {
    expect(returnPathOf({ redirectUrl: '/profile?chatOpen=1#top' }, origin)).toBe('/profile?chatOpen=1#top');
    expect(log).not.toHaveBeenCalled();
  });

  test('that is not there leads nowhere', () => {
    expect([undefined, null].map((state) => returnPathOf(state, origin))).toEqual([null, null]);
    expect(log).not.toHaveBeenCalled();
  });

  test.each(['{"redirectUrl"', 42, {}, []])('that does not parse leads nowhere, and is logged: %j', (state) => {
    expect(returnPathOf(state, origin)).toBeNull();
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to parse auth state');
  });

  test.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'profile', 7])(
    'never leads away from the product: %j',
    (redirectUrl) => {
      expect(returnPathOf({ redirectUrl }, origin)).toBeNull();
    },
  );
});
