import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const container = z.looseObject({
  name: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().default('') })).default([]),
  envFrom: z.array(z.looseObject({ configMapRef: z.looseObject({ name: z.string() }).optional() })).default([]),
});
/** Fields of a container that the checks use. */
export type Container = z.infer<typeof container>;

const podTemplate = z.looseObject({ template: z.looseObject({ spec: z.looseObject({ containers: z.array(container) }) }) });

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  data: z.record(z.string(), z.string()).optional(),
});
/** A manifest as it was read. The schema has no defaults, because the API server receives the manifest unchanged. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Manifests in a stream of YAML documents. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifestSchema.parse(document.toJS());
  });
}

/** Name of a manifest as in kubectl, `kind/name`. */
export const titleOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

/** A product process in a manifest, with its environment variables, also those of its ConfigMaps. */
export interface ProductProcess {
  title: string;
  isJob: boolean;
  container: Container;
  variables: Readonly<Record<string, string>>;
}

/** Product processes that the manifests start. */
export function productProcesses(manifests: readonly Manifest[]): ProductProcess[] {
  const maps = new Map(manifests.flatMap((one) => (one.kind === 'ConfigMap' ? [[one.metadata.name, one.data] as const] : [])));
  return manifests.flatMap((manifest) => {
    const containers = podTemplate.safeParse(manifest.spec).data?.template.spec.containers ?? [];
    return containers
      .filter(({ name }) => name === 'product')
      .map((one) => ({
        title: titleOf(manifest),
        isJob: manifest.kind === 'Job',
        container: one,
        variables: Object.assign(
          {},
          ...one.envFrom.map(({ configMapRef }) => maps.get(configMapRef?.name ?? '')),
          Object.fromEntries(one.env.map(({ name, value }) => [name, value])),
        ),
      }));
  });
}
