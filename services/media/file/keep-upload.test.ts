import { type Adapters, adaptersOn } from '@waystory/infra/adapters.ts';
import { folderBlobs } from '@waystory/infra/blobs/folder.ts';
import { type CommandHandler, createCommandHandler } from '@waystory/infra/commands/command-handler.ts';
import { EngineUnavailable, Rejected } from '@waystory/infra/errors.ts';
import { createPool } from '@waystory/infra/postgres/pool.ts';
import { type TestDatabase, testDatabase } from '@waystory/infra/postgres/test-database.ts';
import type { WorkQueue } from '@waystory/infra/work-queue.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incomingBlobName } from './blob-names.ts';
import { createUploadConverter } from './keep-upload.ts';
import { jpeg } from './pictures.fixture.ts';
import { nonEmptyBlobsIn } from './uploads.fixture.ts';

let database: TestDatabase;
let engines: Adapters;
let commands: CommandHandler;
beforeAll(async () => {
  database = await testDatabase();
  engines = adaptersOn(createPool(database.config, { max: 3 }));
  commands = createCommandHandler(engines.events);
});
afterAll(async () => {
  await engines.close();
  await database.close();
});

const accountId = 'a0000000-0000-8000-8000-000000000001';
const said = { filename: 'boat.jpg', mimeType: 'image/jpeg' };
const now = new Date().toISOString();
const context = { actorId: accountId, now, commandId: 'c0000000-0000-8000-8000-000000000001' };

test('upload stays in the blob store when its conversion throws EngineUnavailable, and the next confirmation succeeds', async () => {
  const upload = { accountId, since: Date.parse(now), fileId: 'f0000000-0000-8000-8000-000000000001' };
  await engines.blobs.put(incomingBlobName(upload), await jpeg(), 'image/jpeg');
  const full: WorkQueue = { run: () => Promise.reject(new Rejected('request/overloaded')) };
  await expect(createUploadConverter(engines.blobs, full).keep(upload, said, context, commands)).rejects.toThrow('request/overloaded');
  expect(await nonEmptyBlobsIn(engines.blobs)).toEqual([incomingBlobName(upload)]);
  const { body } = await createUploadConverter(engines.blobs).keep(upload, said, context, commands);
  expect(await nonEmptyBlobsIn(engines.blobs)).toEqual([body.blobName]);
  await engines.blobs.remove(body.blobName);
});

test('upload confirmed concurrently yields the same file for every confirmation', async () => {
  const upload = { accountId, since: Date.parse(now), fileId: 'f0000000-0000-8000-8000-000000000004' };
  await engines.blobs.put(incomingBlobName(upload), await jpeg(), 'image/jpeg');
  const last = Promise.withResolvers<void>();
  const late: WorkQueue = {
    run: async (_, work) => {
      await last.promise;
      return work((wait) => wait());
    },
  };
  const waiting = createUploadConverter(engines.blobs, late).keep(upload, said, context, commands);
  const { body } = await createUploadConverter(engines.blobs).keep(upload, said, context, commands);
  last.resolve();
  expect((await waiting).body).toEqual(body);
  expect(await nonEmptyBlobsIn(engines.blobs)).toEqual([body.blobName]);
  await engines.blobs.remove(body.blobName);
});

test('picture whose event was not appended is stored again under the same blob name', async () => {
  const upload = { accountId, since: Date.parse(now), fileId: 'f0000000-0000-8000-8000-000000000002' };
  await engines.blobs.put(incomingBlobName(upload), await jpeg(), 'image/jpeg');
  const away = createCommandHandler({ ...engines.events, append: () => Promise.reject(new EngineUnavailable('events', null)) });
  await expect(createUploadConverter(engines.blobs).keep(upload, said, context, away)).rejects.toThrow(EngineUnavailable);
  const [, picture] = await nonEmptyBlobsIn(engines.blobs);
  const { body } = await createUploadConverter(engines.blobs).keep(upload, said, context, commands);
  expect([body.blobName, await nonEmptyBlobsIn(engines.blobs)]).toEqual([picture, [picture]]);
  await engines.blobs.remove(body.blobName);
});

test('upload throws EngineUnavailable when the blob store is unavailable', async () => {
  const upload = { accountId, since: Date.parse(now), fileId: 'f0000000-0000-8000-8000-000000000003' };
  const unavailable = () => Promise.reject(new EngineUnavailable('blobs', null));
  const blobs = { ...folderBlobs(), info: unavailable, put: unavailable };
  await expect(createUploadConverter(blobs).keep(upload, said, context, commands)).rejects.toThrow(EngineUnavailable);
});
