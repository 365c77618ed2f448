// `npm run check:dependencies`: checks shipped third-party packages, their licences, and their known vulnerabilities.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Report } from '../report.ts';
import { shippedPackages, writeBill } from './bill-of-materials.ts';
import { missingCredits, needlessEntries, unfitLicences } from './licences.ts';
import { findNpmVulnerabilities, findRetireJsVulnerabilities, type VulnerabilityQueryResult } from './vulnerabilities.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const bill = join(import.meta.dirname, '../out/waystory.cdx.json');

const report = new Report();
const shipped = await shippedPackages(root);
const installed = shipped.filter(({ isInstalled }) => isInstalled).length;

await report.check(`bill of materials: ${installed} packages, in k8s/check/out/waystory.cdx.json`, () => writeBill(root, shipped, bill));
await report.check(`licences: all of ${shipped.length} packages, for every platform, are fit`, () => unfitLicences(shipped));
await report.check('licences: no exception or credit is for something that is gone', () => needlessEntries(shipped));
await report.check('credits: data, typefaces and libraries are named in the README', () =>
  missingCredits(readFileSync(join(root, 'README.md'), 'utf8')),
);
await report.check('no shipped package is deprecated', () =>
  shipped.flatMap(({ name, version, deprecated }) => (deprecated ? [`${name}@${version}: ${deprecated}`] : [])),
);
await tell('vulnerabilities: npm audit knows none', await findNpmVulnerabilities(root));
const retireJs = await findRetireJsVulnerabilities(shipped);
await tell(`vulnerabilities: Retire.js, as of July 2026, knows none of ${retireJs.known?.join(', ') || 'its libraries'}`, retireJs);
process.exit(report.close());

async function tell(name: string, finding: VulnerabilityQueryResult): Promise<void> {
  if ('notRun' in finding) report.notRun(name, finding.notRun);
  else await report.check(name, () => finding.problems);
}
