import { z } from 'zod';
import type { ApiServer } from './api-server.ts';
import { type Manifest, titleOf } from './manifest.ts';

const resources = z.looseObject({ resources: z.array(z.looseObject({ name: z.string(), kind: z.string(), namespaced: z.boolean() })) });
const failure = z.looseObject({ message: z.string() });

async function pathOf(server: ApiServer, { apiVersion, kind, metadata }: Manifest): Promise<string | null> {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const known = resources.safeParse((await server.send('GET', group)).body);
  const resource = known.data?.resources.find((one) => one.kind === kind && !one.name.includes('/'));
  if (!resource) return null;
  return `${group}${resource.namespaced ? `/namespaces/${metadata.namespace ?? 'default'}` : ''}/${resource.name}/${metadata.name}`;
}

/** What the server says against a manifest, warnings included, when it is asked to apply it and to keep nothing. */
export async function dryRun(server: ApiServer, manifest: Manifest): Promise<string[]> {
  return applied(server, manifest, 'dryRun=All&');
}

async function applied(server: ApiServer, manifest: Manifest, how: string): Promise<string[]> {
  const path = await pathOf(server, manifest);
  if (path === null) return [`${titleOf(manifest)}: the server knows no ${manifest.apiVersion} ${manifest.kind}`];
  const { status, body, warnings } = await server.send('PATCH', `${path}?${how}fieldManager=check&force=true&fieldValidation=Strict`, manifest);
  const refused = status >= 300 ? [failure.safeParse(body).data?.message ?? `status ${status}`] : [];
  return [...refused, ...warnings].map((problem) => `${titleOf(manifest)}: ${problem}`);
}

/** All manifests of an overlay. Its namespace is really made, because the others can only be tried within it. */
export async function dryRunAll(server: ApiServer, manifests: readonly Manifest[]): Promise<string[]> {
  const namespaces = manifests.filter(({ kind }) => kind === 'Namespace');
  const problems: string[] = [];
  for (const namespace of namespaces) problems.push(...(await applied(server, namespace, '')));
  for (const manifest of manifests) problems.push(...(await dryRun(server, manifest)));
  return problems;
}
