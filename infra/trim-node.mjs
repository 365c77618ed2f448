// Part of the installation. The package `node` installs its program below itself and links it into its own `bin`; beside the program there are 67 MB of headers.
import { existsSync, rmSync } from 'node:fs';

const folder = new URL('../node_modules/node/', import.meta.url);
if (existsSync(new URL('bin/node', folder))) rmSync(new URL('node_modules', folder), { recursive: true, force: true });
