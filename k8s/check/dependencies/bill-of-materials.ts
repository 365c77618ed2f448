import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorOutputOf, runProgram } from '../program.ts';

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
      peer: z.boolean().default(false),
      link: z.boolean().default(false),
      deprecated: z.string().optional(),
    }),
  ),
});

/**
 * A third-party package that the product ships in the image, in the browser, or in an npm installation. Engine clients and packages for all platforms
 * are included.
 */
export interface ShippedPackage {
  name: string;
  version: string;
  license: string | null;
  deprecated: string | null;
  /** Whether the package is installed here; packages for other platforms are not. */
  isInstalled: boolean;
}

const folderOfPackages = 'node_modules/';

/** Folder of the engine clients: optional peer dependencies, which npm omits by default and the image contains. */
export const clientsFolder = 'infra/engine-clients';

/**
 * All packages of the lock file except development and peer dependencies, plus the engine clients.
 * @throws Error when npm does not list the dependencies of the engine clients
 */
export async function shippedPackages(root: string): Promise<ShippedPackage[]> {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const clients = await pathsOfClients(root);
  const shipped = Object.entries(packages).filter(
    ([path, { dev, peer, link }]) => path.includes(folderOfPackages) && !link && (!(dev || peer) || clients.has(join(root, path))),
  );
  return shipped.map(([path, { version = '', license = null, deprecated = null }]) => ({
    name: path.slice(path.lastIndexOf(folderOfPackages) + folderOfPackages.length),
    ...{ version, license, deprecated },
    isInstalled: existsSync(join(root, path)),
  }));
}

async function pathsOfClients(root: string): Promise<ReadonlySet<string>> {
  const asked = ['ls', '--all', '--parseable', '--package-lock-only', '--include', 'peer', '--workspace', clientsFolder];
  const listed = await runProgram('npm', asked, { withinMs, folder: root });
  const problems = errorOutputOf(listed);
  if (problems.length > 0) throw new Error(`npm ls: ${problems.join()}`);
  return new Set(listed.stdout.split('\n'));
}

const nameOf = ({ name, version }: { name: string; version: string }): string => `${name}@${version}`;

/**
 * Writes the bill of materials of shipped packages (CycloneDX), and returns the installed packages missing in it. The list of npm includes development
 * packages, because it otherwise omits packages that the product shares with them, for example React. Development packages are then filtered out.
 */
export async function writeBill(root: string, shipped: readonly ShippedPackage[], file: string): Promise<string[]> {
  const { code, stdout, stderr } = await runProgram('npm', ['sbom', '--sbom-format', 'cyclonedx', '--include', 'peer'], { withinMs, folder: root });
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
