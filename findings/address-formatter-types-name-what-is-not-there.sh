#!/usr/bin/env bash
# One expects a named import that its own types declare to exist. The types of @fragaria/address-formatter 6.7.1 declare `format` by name and no
# default; the package has a default alone, in its CommonJS and in its ES build. So `import { format }` passes TypeScript and ends Node at the start.
# It matters to a travel product because this is the formatter for addresses by country of OpenCage's templates, and a green build does not start.
# Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm pkg set type=module >/dev/null
npm install --silent --no-audit --no-fund @fragaria/address-formatter@6.7.1 typescript@5.9.3 >/dev/null
cat > named.ts <<'TS'
import { format } from '@fragaria/address-formatter';
console.log(format({ road: 'Oberau', houseNumber: '31', countryCode: 'AT' }));
TS
npx tsc --module nodenext --target es2022 --skipLibCheck named.ts && echo 'seen: tsc takes the named import'
if said=$(node named.js 2>&1); then
  echo 'The behaviour has changed: the named import is there.'
  exit 1
fi
grep -Eq "(Named export 'format' not found|does not provide an export named 'format')" <<<"$said" || { echo 'The behaviour has changed.'; exit 1; }
echo 'seen: Node ends, as the named export is not found'
cp node_modules/@fragaria/address-formatter/dist/es/address-formatter.js es.mjs
node --input-type=module -e "
import * as es from './es.mjs';
import * as cjs from '@fragaria/address-formatter';
console.log('seen: exports of the ES build', Object.keys(es).join(), '- of the CommonJS build', Object.keys(cjs.default).join(), 'on the default');
if ('format' in es || !('format' in es.default)) process.exit(1);
" || { echo 'The behaviour has changed.'; exit 1; }
