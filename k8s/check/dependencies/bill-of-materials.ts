import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { run } from '../program.ts';

const withinMs = 120_000;

const component = z.looseObject({ name: z.string(), version: z.string() });
const cycloneDx = z.looseObject({ bomFormat: z.literal('CycloneDX'), components: z.array(component) });

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().default(false),
      link: z.boolean().default(false),
      deprecated: z.string().optional(),
    }),
  ),
});

/** A package that is shipped: in the image, in what the browser loads, or in an installation with npm on some platform. */
export interface Shipped {
  name: string;
  version: string;
  license: string | null;
  deprecated: string | null;
  /** Whether it is installed here; those for other platforms are not. */
  isInstalled: boolean;
}

const folderOfPackages = 'node_modules/';

/** All packages that are not for development only, as the lock file has them. */
export function shippedPackages(root: string): Shipped[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const shipped = Object.entries(packages).filter(([path, { dev, link }]) => path.includes(folderOfPackages) && !dev && !link);
  return shipped.map(([path, { version = '', license = null, deprecated = null }]) => ({
    name: path.slice(path.lastIndexOf(folderOfPackages) + folderOfPackages.length),
    ...{ version, license, deprecated },
    isInstalled: existsSync(join(root, path)),
  }));
}

const nameOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/**
 * Writes the bill of materials of what is shipped and installed here (CycloneDX), and answers what is missing in it. npm is asked for everything,
 * because with `--omit dev` it leaves out what development needs as well, React for one.
 */
export async function writeBill(root: string, shipped: readonly Shipped[], file: string): Promise<string[]> {
  const { code, stdout, stderr } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { withinMs, folder: root });
  if (code !== 0) return [`npm sbom ended with ${code}: ${stderr.trim()}`];
  const { components, ...rest } = cycloneDx.parse(JSON.parse(stdout));
  const isShipped = new Set(shipped.map(nameOf));
  const own = components.filter((one) => isShipped.has(nameOf(one)));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ ...rest, components: own }, null, 2)}\n`);
  const listed = new Set(own.map(nameOf));
  const missing = shipped.filter((one) => one.isInstalled && !listed.has(nameOf(one)));
  return missing.map((one) => `${nameOf(one)} is not in it`);
}
