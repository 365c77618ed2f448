/** Steps of `migrate`. Only ever add at the end. Ordered bytewise, so that every database has the same order. */
export const personalDataSteps: readonly string[] = [
  `create table personal_keys (
     account_id text collate "C",
     life bigint,
     key bytea,
     primary key (account_id, life)
   )`,
];

/** Adds what is not there; used by archives too. Parameter: JSON list of accountId, life and the key in base64. */
export const addKeysSql = `insert into personal_keys (account_id, life, key)
  select k."accountId", k.life, decode(k.key, 'base64') from json_to_recordset($1) as k("accountId" text, life bigint, key text)
  on conflict do nothing`;
