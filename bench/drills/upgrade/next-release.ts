import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWorkTree, type Release } from './release.ts';

const run = promisify(execFile);

/** A replacement in a file. The drill fails unless the old text occurs exactly once. */
type Change = readonly [file: string, from: string, to: string];

/** A version number to raise: the number after a text that occurs exactly once in the file. */
type Raise = readonly [file: string, words: string];

/** Changes that add a field to an event and a read model; the previous release does not know the field. */
const newField: readonly Change[] = [
  [
    'proto/itineraries/stop.ts',
    "  imageCaption: { rule: text(200).nullable(), kind: 'line' },\n",
    "  imageCaption: { rule: text(200).nullable(), kind: 'line' },\n  note: { rule: text(300).nullable(), kind: 'text' },\n",
  ],
  ['proto/events/stop.proto', '  optional bool is_located = 27;\n', '  optional bool is_located = 27;\n  NullableText note = 29;\n'],
  ['proto/events/stop.proto', '  StopPictureList gallery = 12;\n', '  StopPictureList gallery = 12;\n  NullableText note = 13;\n'],
];

/** A new schema version of an event, which is still written in the previous version. */
const newVersion: readonly Change[] = [
  [
    'proto/social/post.ts',
    '      accountId: id,\n      postableType: targetKind,\n      postableId: id,\n      itineraryId',
    '      language: z.string().nullable(),\n      accountId: id,\n      postableType: targetKind,\n      postableId: id,\n      itineraryId',
  ],
  [
    'proto/social/post.ts',
    '{ PostHidden: [addNullReason]',
    '{ PostCreated: [{ up: (data) => ({ ...data, language: null }), down: ({ language: _, ...data }) => data }], PostHidden: [addNullReason]',
  ],
  [
    'proto/events/post.proto',
    '  optional string first_comment_at = 10;\n',
    '  optional string first_comment_at = 10;\n  NullableText language = 11;\n',
  ],
  ['services/social/post/post.ts', "[{ type: 'PostCreated', data: { ...written,", "[{ type: 'PostCreated', data: { ...written, language: null,"],
];

const newColumn: Change = [
  'infra/processes/postgres.ts',
  'record jsonb not null)`] as const;',
  'record jsonb not null)`, `alter table processes add column zone text`] as const;',
];

const raised: readonly Raise[] = [
  ['services/itineraries/itinerary/stories.projection.ts', "name: 'stories',\n  version: "],
  ['services/social/post/posts.projection.ts', "name: 'posts',\n  version: "],
  ['services/itineraries/search/stop.search.ts', "index: 'stops',\n  version: "],
  ['services/itineraries/itinerary/story.stream.ts', 'stateVersion: '],
  ['services/social/post/post.ts', 'stateVersion: '],
  ['package.json', '"version": "0.'],
];

/** A copy of this release with every kind of change that is allowed while two releases run side by side. */
export async function createNextRelease(into: string): Promise<Release> {
  copyWorkTree(into);
  for (const change of [...newField, ...newVersion, newColumn]) apply(into, change);
  for (const one of raised) raise(into, one);
  await run(process.execPath, [join(into, 'services/generate.ts')], { cwd: into });
  renameEntry(join(into, 'web/dist'));
  return { name: 'the next release', folder: into };
}

function apply(folder: string, [file, from, to]: Change): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`The next release cannot be made: ${file} has ${JSON.stringify(from)} not once`);
  writeFileSync(path, text.split(from).join(to));
}

function raise(folder: string, [file, words]: Raise): void {
  const [, rest = ''] = readFileSync(join(folder, file), 'utf8').split(words);
  const number = /^\d+/.exec(rest)?.[0] ?? '';
  apply(folder, [file, `${words}${number}`, `${words}${Number(number) + 1}`]);
}

/** Renames the entry file of pages, as another build does. */
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
