/** Migrations of the sandbox's tables, each run once. */
export const stripeSteps = [
  // json and not jsonb: metadata may hold U+0000, which jsonb refuses.
  `create table stripe_checkouts (
     id text primary key,
     number bigint generated always as identity unique,
     reference text,
     state json not null,
     -- What happens by itself, and when.
     falls text check (falls in ('expires', 'succeeds', 'fails')),
     due_at timestamptz
   );
   create index stripe_checkouts_due on stripe_checkouts (due_at) where due_at is not null;
   create index stripe_checkouts_reference on stripe_checkouts (reference);

   -- Every object by its name, with the checkout that holds it.
   create table stripe_objects (
     id text primary key,
     number bigint generated always as identity unique,
     kind text not null,
     checkout text not null references stripe_checkouts on delete cascade
   );
   create index stripe_objects_checkout on stripe_objects (checkout, kind);

   create table stripe_events (
     id text primary key,
     number bigint generated always as identity unique,
     type text not null,
     created bigint not null,
     checkout text not null references stripe_checkouts on delete cascade,
     body json not null
   );
   create index stripe_events_created on stripe_events (created);

   create table stripe_deliveries (
     number bigint generated always as identity primary key,
     event text not null references stripe_events on delete cascade,
     due_at timestamptz not null,
     attempts int not null default 0,
     -- Answers that will not be believed although they accept it.
     unbelieved int not null default 0,
     last_answer text,
     ended_at timestamptz
   );
   create index stripe_deliveries_due on stripe_deliveries (due_at) where ended_at is null;
   create index stripe_deliveries_event on stripe_deliveries (event);

   create table stripe_requests (
     key text primary key,
     digest text not null,
     status int,
     body text,
     created_at timestamptz not null
   );

   create table stripe_faults (
     number bigint generated always as identity primary key,
     method text not null,
     path text not null,
     effect text not null,
     remaining int not null
   );

   create table stripe_settings (name text primary key, value json not null);`,

  `create table stripe_secrets (name text primary key, value json not null);`,
] as const;
