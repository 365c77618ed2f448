import type pg from 'pg';
import { at, columns, meta, patiently, stories } from '../bulk/fill.ts';
import { idOf, uuid } from '../harness/numbered-ids.ts';

/** Comments by each author, under each story that has some, and hidden ones in all: a hundred pages of 25 and many more. */
export const matchesEach = 10_000;
/** Stories, of which the first ones have comments and the last one has those that are to be deleted. */
export const storyCount = 100;

export interface Amounts {
  /** A multiple of `matchesEach`, at most 99 times as many. */
  comments: number;
  /** Those under the last story, all by one author. */
  spam: number;
}

export const authorId = (author: number): string => idOf('5d0a6f3e', author);
/** When a comment was written. */
export const writtenAt = (comment: number): string => new Date(Date.UTC(2026, 0, 1) + comment).toISOString();

const account = uuid('5d0a6f3e', 'n');
const accounts = `insert into events (${columns})
select gen_random_uuid(), 'account-' || ${account}, 1, 'AccountCreated', 2, jsonb_build_object('accountId', ${account}, 'rank', null), ${meta}, ${at}
from generate_series(0::bigint, ${storyCount} - 1) n order by n`;

/** Authors take turns, and so do stories, so that what belongs together lies apart in the table, as it does where people write at the same time. */
const written = (numbers: string, author: string, story: string): string => `insert into events (${columns})
select gen_random_uuid(), 'post-' || ${uuid('b0570000', 'n')}, 1, 'PostCreated', 1, jsonb_build_object('text', 'What a way to go, number ' || n, 'imageUrl', null,
  'accountId', ${uuid('5d0a6f3e', author)}, 'postableType', 'itinerary', 'postableId', ${uuid('5707e000', story)},
  'itineraryId', ${uuid('5707e000', story)}), ${meta}, ${at}
from ${numbers} n order by n`;
const comments = written('generate_series(0::bigint, $1::bigint - 1)', 'n % $2::bigint', 'n / $2::bigint % $2::bigint');
const spam = written('generate_series($1::bigint, $1::bigint + $2::bigint - 1)', String(storyCount - 1), String(storyCount - 1));

/** One in as many as there are authors, another author's each time. */
const hidden = `insert into events (${columns})
select gen_random_uuid(), 'post-' || ${uuid('b0570000', 'n')}, 2, 'PostHidden', 2, jsonb_build_object('reason', 'It sells watches.'), ${meta}, ${at}
from (select turn * $2::bigint + turn % $2::bigint as n from generate_series(0::bigint, $1::bigint / $2::bigint - 1) turn) drawn order by n`;

/** Writes accounts, stories and their comments into an empty log. */
export async function fillComments(pool: pg.Pool, amounts: Amounts): Promise<void> {
  const kinds = amounts.comments / matchesEach;
  const client = await pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(patiently(accounts));
  await client.query(patiently(stories, [storyCount]));
  await client.query(patiently(comments, [amounts.comments, kinds]));
  await client.query(patiently(hidden, [amounts.comments, kinds]));
  await client.query(patiently(spam, [amounts.comments, amounts.spam]));
  await client.query(patiently('vacuum analyze events'));
  client.release(true);
}
