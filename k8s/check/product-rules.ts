import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Container, type Manifest, ofKind, productContainers } from './manifest.ts';
import { argumentProblems, unservedBy } from './product-arguments.ts';
import { missingAddresses, offersReadyAccounts, secretsInSight, settingProblems } from './settings-rules.ts';
import type { ManifestRule } from './workload-rules.ts';

/** Variables of a container: its own, and those of the configuration that it names. */
export function variablesOf({ env, envFrom }: Container, manifests: readonly Manifest[]): Record<string, string> {
  const named = envFrom.flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : []));
  const maps = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => named.includes(metadata.name));
  return { ...Object.assign({}, ...maps.map(({ data }) => data)), ...Object.fromEntries(env.map(({ name, value = '' }) => [name, value])) };
}

const perProduct =
  (problems: (container: Container, variables: Record<string, string>) => string[]): ManifestRule =>
  (manifests) =>
    productContainers(manifests).flatMap(({ title, container }) =>
      problems(container, variablesOf(container, manifests)).map((problem) => `${title}: ${problem}`),
    );

/** What Node itself is told. */
const heapOption = /(?:^|\s)--max-old-space-size=(\d+)(?:\s|$)/;
/** Share of the memory of a container that the heap of its process may have: the rest is for buffers, threads and the program. */
const heapShare = 0.75;
/** A quantity of memory as manifests write it, in MiB; 0 for any other unit. */
export const mebibytes = (quantity: string | undefined): number => {
  const [, number = '0', unit] = /^(\d+(?:\.\d+)?)(Mi|Gi)$/.exec(quantity ?? '') ?? [];
  return Number(number) * (unit === 'Gi' ? 1_024 : 1);
};

/** A heap that is told nothing grows beyond what a container has, and the process is killed where it could have collected. */
export const heapFits: ManifestRule = perProduct(({ resources }, { NODE_OPTIONS = '' }) => {
  const [, heap] = heapOption.exec(NODE_OPTIONS) ?? [];
  if (heap === undefined) return ['does not say how large its heap may be'];
  const limit = mebibytes(resources?.limits?.memory);
  return Number(heap) <= limit * heapShare ? [] : [`has a heap of ${heap} MiB in a container of ${limit}`];
});

/** Processes that only do one thing, such as a migration, have a program of their own. */
const isHost = ({ command }: Container): boolean => command.length === 0;

/** A process would end at its start, or not do what was meant. */
export const settingsAreKnown: ManifestRule = perProduct((_, variables) => [...settingProblems(variables), ...missingAddresses(variables)]);

/** What is in production is reached by others. */
export const readyAccountsAreClosed: ManifestRule = perProduct((_, variables) =>
  offersReadyAccounts(variables) ? ['offers the ready accounts'] : [],
);

/** The same check that a process makes at its start. */
export const argumentsAreKnown: ManifestRule = perProduct((container) => (isHost(container) ? argumentProblems(container.args) : []));

/** A context without its projector, for example, would never show what was written. */
export const everythingIsRun: ManifestRule = (manifests) =>
  unservedBy(
    productContainers(manifests)
      .filter(({ container, workload }) => workload.kind !== 'Job' && isHost(container))
      .map(({ container }) => container.args),
  );

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program of its own is a file of the product that knows the action it is told. */
export const programsAreThere: ManifestRule = (manifests) =>
  productContainers(manifests).flatMap(({ title, container }) => {
    if (isHost(container)) return [];
    const [program, file = ''] = container.command;
    if (program !== 'node' || !existsSync(`${root}${file}`)) return [`${title}: there is no ${container.command.join(' ')}`];
    const [action = ''] = container.args;
    return readFileSync(`${root}${file}`, 'utf8').includes(`'${action}'`) ? [] : [`${title}: ${file} knows no ${action}`];
  });

/** Secrets are files: not in a variable, nor brought into one by Kubernetes. */
export const secretsAreFiles: ManifestRule = (manifests) => [
  ...perProduct((_, variables) => secretsInSight(variables))(manifests),
  ...productContainers(manifests).flatMap(({ title, container }) => [
    ...container.env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => `${title}: ${name} is brought into a variable`),
    ...container.envFrom.filter(({ configMapRef }) => !configMapRef).map(() => `${title}: brings more than a configuration into variables`),
  ]),
];

/** A file that a variable names lies where a secret is mounted. */
export const secretFilesAreThere: ManifestRule = (manifests) =>
  productContainers(manifests).flatMap(({ title, container, workload }) => {
    const secret = new Set(workload.spec.template.spec.volumes.filter((volume) => volume.secret !== undefined).map(({ name }) => name));
    const folders = container.volumeMounts.filter(({ name }) => secret.has(name)).map(({ mountPath }) => `${mountPath}/`);
    return Object.entries(variablesOf(container, manifests))
      .filter(([name, path]) => name.endsWith('_FILE') && !folders.some((folder) => path.startsWith(folder)))
      .map(([name, path]) => `${title}: ${name} names ${path}, where no secret is mounted`);
  });
