// Plain JavaScript on purpose: it runs on the Node the user has, before the one from npm is known to be there.
import { existsSync } from 'node:fs';

if (!existsSync(new URL('../node_modules/.bin/node', import.meta.url)) && !existsSync(new URL('../node_modules/.bin/node.cmd', import.meta.url))) {
  console.error('The runtime from npm is missing. Run: npm install   (with npm 12 or later: npm approve-scripts node && npm install)');
  process.exit(1);
}
