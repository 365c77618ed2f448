/** Key that the personal fields in the events of one account are sealed with. An account that is deleted and begins anew gets another one. */
export interface PersonalKey {
  accountId: string;
  /** Version of the account's stream at which this life of it began; 0 for one that began before there were keys. */
  life: number;
  /** 32 random bytes; null when destroyed. */
  key: Buffer | null;
}

/** Place in the order of keys: by account, then life. */
export type KeyPlace = Pick<PersonalKey, 'accountId' | 'life'>;

/**
 * Keys of personal fields. What is destroyed here cannot be read in any log, archive or topic.
 * Adapters: one file each beside this one; all run `contract.ts`. Every call may throw EngineUnavailable.
 */
export interface PersonalKeys {
  /** All keys of these accounts, destroyed ones too, in no order. For a thousand accounts at a time. */
  read(accountIds: readonly string[]): Promise<PersonalKey[]>;
  /** Keeps keys, durably. A life that has one, or had one, stays as it is. */
  add(keys: readonly PersonalKey[]): Promise<void>;
  /** Destroys the keys of an account for lives that began below this version of its stream; without any, there will be none for life 0. */
  destroy(accountId: string, below: number): Promise<void>;
  /** The first `limit` keys after a place that are not destroyed, in order. */
  list(after: KeyPlace, limit: number): Promise<PersonalKey[]>;
  close(): Promise<void>;
}

/** Place before all keys. */
export const beforeFirstKey: KeyPlace = { accountId: '', life: -1 };
