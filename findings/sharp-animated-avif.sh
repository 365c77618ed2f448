#!/usr/bin/env bash
# One would expect that sharp, which reads AVIF, also reads an animated AVIF, if only its first frame.
# Its libvips looks at the first brand of the file alone: avis (animations, as Pillow with libavif writes them) and miaf are an "unsupported image format".
# With the four bytes of that brand written over by avif, the same file is read, and its first frame is there.
# Which brand comes first is the choice of the encoder: the compatible brands behind it name avif in every one of these files.
# A travel product that hands uploads to sharp as they are refuses valid photos and animations as damaged.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install -q pillow==13.0.0
venv/bin/python - <<'PYTHON'
from PIL import Image
frames = [Image.new('RGB', (64, 48), colour) for colour in ('#ff0000', '#0000ff')]
frames[0].save('animated.avif', save_all=True, append_images=frames[1:], duration=100)
frames[0].save('still.avif')
PYTHON
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sharp@0.35.5
cat >check.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
console.log(`sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}, libheif ${sharp.versions.heif}, Pillow 13.0.0`);
console.log('expected: all of them are 64 pixels wide');
const first = (bytes, brand) => Buffer.concat([bytes.subarray(0, 8), Buffer.from(brand), bytes.subarray(12)]);
const [animated, still] = [readFileSync('animated.avif'), readFileSync('still.avif')];
const said = {};
for (const [name, bytes] of Object.entries({
  'still, avif first': still,
  'still, mif1 first': first(still, 'mif1'),
  'still, miaf first': first(still, 'miaf'),
  'animated, as written': animated,
  'animated, avif first': first(animated, 'avif'),
})) {
  said[name] = await sharp(bytes).metadata().then(({ width }) => width, ({ message }) => message);
  console.log(`seen: ${name}: ${said[name]}`);
}
const refused = ['still, miaf first', 'animated, as written'];
const asFound = Object.entries(said).every(([name, answer]) => (refused.includes(name) ? /unsupported/.test(answer) : answer === 64));
process.exit(asFound ? 0 : 1);
NODE
node check.mjs
