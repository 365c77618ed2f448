import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyOfThis, type Release } from './release.ts';

const run = promisify(execFile);

/** One thing that a release changes. */
interface Change {
  file: string;
  /** Is there once; the drill fails where it is not. */
  from: string;
  to: string;
}

/** A number that is there behind these words, of which there is one, is higher by one. */
interface Raise {
  file: string;
  raise: string;
}

/** A field of a stop, in events that the release before does not know it in, and in the read model, which is therefore made anew. */
const newField: readonly Change[] = [
  {
    file: 'proto/itineraries/stop.ts',
    from: '  imageCaption: text(200).nullable(),\n',
    to: '  imageCaption: text(200).nullable(),\n  note: text(300).nullable(),\n',
  },
  {
    file: 'proto/events/stop.proto',
    from: '  optional bool is_located = 27;\n',
    to: '  optional bool is_located = 27;\n  NullableText note = 28;\n',
  },
  { file: 'proto/events/stop.proto', from: '  StopPictureList gallery = 12;\n', to: '  StopPictureList gallery = 12;\n  NullableText note = 13;\n' },
];

/** A new version of an event, written in the version of before as long as some do not know the new one. */
const newVersion: readonly Change[] = [
  {
    file: 'proto/social/post.ts',
    from: '      accountId: id,\n      postableType: targetKind,\n      postableId: id,\n      itineraryId',
    to: '      language: z.string().nullable(),\n      accountId: id,\n      postableType: targetKind,\n      postableId: id,\n      itineraryId',
  },
  {
    file: 'proto/social/post.ts',
    from: '{ PostHidden: [withoutReason]',
    to: '{ PostCreated: [{ up: (data) => ({ ...data, language: null }), down: ({ language: _, ...data }) => data }], PostHidden: [withoutReason]',
  },
  {
    file: 'proto/events/post.proto',
    from: '  optional string first_comment_at = 10;\n',
    to: '  optional string first_comment_at = 10;\n  NullableText language = 11;\n',
  },
  {
    file: 'services/social/post/post.ts',
    from: "[{ type: 'PostCreated', data: { ...written,",
    to: "[{ type: 'PostCreated', data: { ...written, language: null,",
  },
];

/** A step more of a table. */
const newColumn: Change = {
  file: 'infra/processes/postgres.ts',
  from: 'record jsonb not null)`] as const;',
  to: 'record jsonb not null)`, `alter table processes add column zone text`] as const;',
};

/** Read models, an index and snapshots are of another shape. */
const raised: readonly Raise[] = [
  { file: 'services/itineraries/itinerary/stories.projection.ts', raise: "name: 'stories',\n  version: " },
  { file: 'services/social/post/posts.projection.ts', raise: "name: 'posts',\n  version: " },
  { file: 'services/itineraries/search/stop.search.ts', raise: "index: 'stops',\n  version: " },
  { file: 'services/itineraries/itinerary/story.stream.ts', raise: 'stateVersion: ' },
  { file: 'services/social/post/post.ts', raise: 'stateVersion: ' },
  { file: 'package.json', raise: '"version": "0.' },
];

/** The release that might come after this one, made of a copy of it: all that may change between two releases that run beside each other. */
export async function nextRelease(into: string): Promise<Release> {
  copyOfThis(into);
  for (const change of [...newField, ...newVersion, newColumn]) apply(into, change);
  for (const one of raised) raise(into, one);
  await run(process.execPath, [join(into, 'services/generate.ts')], { cwd: into });
  renameEntry(join(into, 'web/dist'));
  return { name: 'the next release', folder: into };
}

function apply(folder: string, { file, from, to }: Change): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`The next release cannot be made: ${file} has ${JSON.stringify(from)} not once`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function raise(folder: string, { file, raise: words }: Raise): void {
  const [, rest = ''] = readFileSync(join(folder, file), 'utf8').split(words);
  const number = /^\d+/.exec(rest)?.[0] ?? '';
  apply(folder, { file, from: `${words}${number}`, to: `${words}${Number(number) + 1}` });
}

/** Another build has other names: the file that pages begin with is called differently, and so it is where it is named. */
function renameEntry(dist: string): void {
  const manifest: Record<string, { file: string }> = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const entry = manifest['index.html']?.file ?? '';
  const [before, after] = [entry.replace(/^assets\//, ''), entry.replace(/^assets\//, '').replace(/\.js$/, '-next.js')];
  for (const file of globSync('**/*.{html,js,json,css}', { cwd: dist })) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    if (!text.includes(before)) continue;
    writeFileSync(path, text.replaceAll(before, after));
    for (const packed of [`${path}.br`, `${path}.gz`]) if (existsSync(packed)) rmSync(packed);
  }
  for (const suffix of ['', '.br', '.gz'])
    if (existsSync(join(dist, `${entry}${suffix}`))) renameSync(join(dist, `${entry}${suffix}`), join(dist, 'assets', `${after}${suffix}`));
}
