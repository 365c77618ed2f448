/** Steps of `migrate`; new ones only at the end. Collation C, so that every database sorts alike. */
export const personalDataSteps: readonly string[] = [
  `create table personal_keys (
     account_id text collate "C",
     life bigint,
     key bytea,
     primary key (account_id, life)
   )`,
];

/** Adds missing keys, also from archives. Parameter: JSON list of accountId, life and the key in base64. */
export const addKeysSql = `insert into personal_keys (account_id, life, key)
  select k."accountId", k.life, decode(k.key, 'base64') from json_to_recordset($1) as k("accountId" text, life bigint, key text)
  on conflict do nothing`;
