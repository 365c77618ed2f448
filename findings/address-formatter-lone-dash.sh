#!/usr/bin/env bash
# One expects a formatter of addresses to leave out the line of parts that are not given: open services of places often know street and number alone.
# With @fragaria/address-formatter 6.7.1 (templates of OpenCage) such an address has a line that is a dash in Brazil and India, and the bare country code in
# Antarctica; elsewhere the line of the street is all. A stop of a trip then reads "Rua Augusta 1508, -". Hungarian numbers get
# the full stop that is customary there, twice where the data has one. Needs npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @fragaria/address-formatter@6.7.1 >/dev/null
cat > run.mjs <<'JS'
import assert from 'node:assert/strict';
import formatter from '@fragaria/address-formatter';
const lines = (countryCode, road, houseNumber) => formatter.format({ road, houseNumber, countryCode }, { output: 'array' });
const seen = {
  BR: lines('BR', 'Rua Augusta', '1508'),
  IN: lines('IN', 'MG Road', '12'),
  AQ: lines('AQ', 'Base Road', '1'),
  DE: lines('DE', 'Oberau', '31'),
  HU: lines('HU', 'Váci utca', '15'),
  'HU with a stop': lines('HU', 'Váci utca', '15.'),
};
console.log(seen);
assert.deepEqual(seen.BR, ['Rua Augusta 1508', '-']);
assert.deepEqual(seen.IN, ['12, MG Road', '-']);
assert.deepEqual(seen.AQ, ['Base Road, 1, AQ']);
assert.deepEqual(seen.DE, ['Oberau 31']);
assert.deepEqual(seen.HU, ['Váci utca 15.']);
assert.deepEqual(seen['HU with a stop'], ['Váci utca 15..']);
JS
echo "@fragaria/address-formatter 6.7.1; expected: one line of street and number for each"
node run.mjs
echo "Behaviour as recorded on 2026-11-29."
