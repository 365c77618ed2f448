/** Key of the sealed fields in one account's events. A deleted account that is created again gets a new key. */
export interface PersonalKey {
  accountId: string;
  /** Incarnation of the account: the stream version of its creation, or 0 for an account that was created before encryption was introduced. */
  life: number;
  /** 32 random bytes; null when destroyed. */
  key: Buffer | null;
}

/** Sort position of a key: by account, then incarnation. */
export type KeyPosition = Pick<PersonalKey, 'accountId' | 'life'>;

/**
 * Keys of personal fields. Destroying a key makes its fields unreadable in every log, archive and topic.
 * Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 */
export interface PersonalKeys {
  /** All keys of up to a thousand accounts, including destroyed keys, in any order. */
  read(accountIds: readonly string[]): Promise<PersonalKey[]>;
  /** Stores keys durably. An existing key, even a destroyed one, is not replaced. */
  add(keys: readonly PersonalKey[]): Promise<void>;
  /**
   * Destroys the account's keys of incarnations below this stream version. An account without a key gets a destroyed key for incarnation 0, so that
   * no key can be added there.
   */
  destroy(accountId: string, below: number): Promise<void>;
  /** The first `limit` keys after a position, in order, without destroyed keys. */
  list(after: KeyPosition, limit: number): Promise<PersonalKey[]>;
  close(): Promise<void>;
}

/** Position before all keys. */
export const beforeFirstKey: KeyPosition = { accountId: '', life: -1 };
