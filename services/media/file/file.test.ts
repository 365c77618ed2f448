import { given } from '@waystory/infra/commands/given.ts';
import type { FileEvent } from '@waystory/proto/media/file.ts';
import { expect, test } from 'vitest';
import { incomingBlobName, isKeptFile, narrowCopyBlobName, parseUploadName, pictureBlobName } from './blob-names.ts';
import { fileStream, type NewFile } from './file.ts';

const fileId = 'f0000000-0000-8000-8000-000000000001';
const accountId = 'a0000000-0000-8000-8000-000000000001';
const other = 'a0000000-0000-8000-8000-000000000002';
const blobName = pictureBlobName(fileId, '0123456789abcdef');
const file: NewFile = { accountId, blobName, url: `/${blobName}`, filename: 'boat.jpg', mimeType: 'image/webp', size: 9, width: 3, height: 2 };
const uploaded: FileEvent = { type: 'FileUploaded', data: { fileId, ...file } };
const deleted: FileEvent = { type: 'FileDeleted', data: { fileId } };

test('file is stored with the data of its upload', () => {
  const { state } = given(fileStream, [], fileId).when({ type: 'KeepFile', fileId, file }).then([uploaded]);
  expect(state.file).toMatchObject({ id: fileId, ...file, version: 1 });
});

test('second upload for an existing file appends no event', () => {
  given(fileStream, [uploaded], fileId)
    .when({ type: 'KeepFile', fileId, file: { ...file, size: 10 } })
    .then([]);
});

test('upload for the file of another account is rejected as file/unknown', () => {
  given(fileStream, [uploaded], fileId)
    .when({ type: 'KeepFile', fileId, file: { ...file, accountId: 'a0000000-0000-8000-8000-000000000002' } })
    .rejects('file/unknown');
});

test('file is deleted once, and a later upload under its id is rejected as file/unknown', () => {
  given(fileStream, [uploaded], fileId).when({ type: 'DeleteFile', fileId }).then([deleted]);
  given(fileStream, [uploaded, deleted], fileId).when({ type: 'DeleteFile', fileId }).then([]);
  given(fileStream, [], fileId).when({ type: 'DeleteFile', fileId }).then([]);
  given(fileStream, [uploaded, deleted], fileId).when({ type: 'KeepFile', fileId, file }).rejects('file/unknown');
});

test('file is deleted by its owner, a moderator or an admin; others are rejected as file/unknown', () => {
  const history = given(fileStream, [uploaded], fileId);
  for (const actor of [
    { accountId, roles: [] },
    { accountId: other, roles: ['moderator' as const] },
    { accountId: other, roles: ['admin' as const] },
  ])
    history.when({ type: 'DeleteFile', fileId, actor }).then([deleted]);
  for (const actor of [
    { accountId: other, roles: [] },
    { accountId: null, roles: [] },
  ])
    history.when({ type: 'DeleteFile', fileId, actor }).rejects('file/unknown');
  given(fileStream, [uploaded, deleted], fileId)
    .when({ type: 'DeleteFile', fileId, actor: { accountId, roles: [] } })
    .rejects('file/unknown');
});

test('parseUploadName returns all data of the upload from its blob name, and null for other names', () => {
  const upload = { accountId, since: 1_700_000_000_000, fileId };
  for (const one of [upload, { ...upload, attempt: '0123456789ab' }]) expect(parseUploadName(incomingBlobName(one))).toEqual(one);
  const good = incomingBlobName(upload);
  for (const name of ['', good.slice(1), `${good}x`, good.toUpperCase(), `../${good}`, good.replace('/', '//'), `${good}\n`, blobName])
    expect(parseUploadName(name)).toBeNull();
});

test('isKeptFile is true for the blob name of a picture only', () => {
  const name = blobName.slice('media/'.length);
  expect(isKeptFile(name)).toBe(true);
  for (const other of [
    '',
    `x${name}`,
    `${name}\n`,
    name.replace('.webp', '.svg'),
    narrowCopyBlobName(name, 640),
    '../secrets',
    name.replace('/', '-'),
  ])
    expect(isKeptFile(other)).toBe(false);
});
