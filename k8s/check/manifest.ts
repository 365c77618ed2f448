import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const container = z.looseObject({
  name: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().default('') })).default([]),
  envFrom: z.array(z.looseObject({ configMapRef: z.looseObject({ name: z.string() }).optional() })).default([]),
});
/** The fields of a pod's container that the checks read. */
export type Container = z.infer<typeof container>;

const podTemplate = z.looseObject({ template: z.looseObject({ spec: z.looseObject({ containers: z.array(container) }) }) });

const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  data: z.record(z.string(), z.string()).optional(),
});
/** A manifest as it was read: the schema adds nothing, because the API server receives it. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifests of a stream of YAML documents. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return manifestSchema.parse(document.toJS());
  });
}

/** `kind/name`, as kubectl writes it. */
export const titleOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

/** A process of the product in a manifest, with its own variables and those of its ConfigMaps. */
export interface ProductProcess {
  title: string;
  isJob: boolean;
  container: Container;
  variables: Readonly<Record<string, string>>;
}

/** The processes of the product that manifests start. */
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
