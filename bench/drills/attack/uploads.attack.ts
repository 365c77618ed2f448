import sharp from 'sharp';
import type { Attack, Stage } from './stage.ts';

interface Answer {
  status: number;
  code: string;
  body: Record<string, unknown>;
}

/** What may be got at, and filled up, by way of uploads. */
export const uploadsAttack: Attack = {
  name: 'uploads',
  async run(stage) {
    for (const token of Object.values(stage.tokens)) await send(stage, token, 'POST', '/accounts');
    await foreignFiles(stage);
    await withoutEnd(stage);
  },
};

async function send({ origin }: Stage, token: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: Record<string, unknown> = JSON.parse((await answer.text()) || '{}');
  return { status: answer.status, code: String(json.code ?? ''), body: json };
}

const said = { filename: 'a.png', mimeType: 'image/png' };
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

async function foreignFiles(stage: Stage): Promise<void> {
  const { traveller, moderator, admin } = stage.tokens;
  const { body: grant } = await send(stage, traveller, 'POST', '/files/sas-token', said);
  const content = await picture();
  await fetch(new URL(String(grant.uploadUrl), stage.origin), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(content),
  });
  const confirmed = { ...said, blobName: String(grant.blobName), size: content.length };
  const { body: file, status } = await send(stage, traveller, 'POST', '/files/confirmation', confirmed);
  stage.tally.record(status === 200, `a file of one's own is confirmed: ${status}`);
  for (const [who, token] of Object.entries({ moderator, admin })) {
    const { id } = (await send(stage, token, 'GET', '/accounts/me')).body;
    const blobNameOf = (fileId: unknown): string => `incoming/${id}/${Date.now()}-${fileId}`;
    const [foreign, unknown] = [
      await send(stage, token, 'POST', '/files/confirmation', { ...confirmed, blobName: blobNameOf(file.id) }),
      await send(stage, token, 'POST', '/files/confirmation', { ...confirmed, blobName: blobNameOf('0190a000-0000-7000-8000-000000000000') }),
    ];
    const text = ({ body: { traceId: _, ...body } }: Answer): string => JSON.stringify(body);
    stage.tally.record(
      foreign.status === 404 && text(foreign) === text(unknown),
      `${who} confirms another's file by its id: ${foreign.status} ${foreign.code}`,
    );
  }
}

async function withoutEnd(stage: Stage): Promise<void> {
  const asked = Array.from({ length: 120 }, () => send(stage, stage.tokens.moderator, 'POST', '/files/sas-token', said));
  const given = (await Promise.all(asked)).filter(({ status }) => status === 200).length;
  stage.tally.record(given > 0 && given <= 50, `of 120 addresses to upload to that were asked for at once, ${given} were given`);
  const { status, code } = await send(stage, stage.tokens.moderator, 'POST', '/files/sas-token', said);
  stage.tally.record(status === 429, `and no more after that: ${status} ${code}`);
}
