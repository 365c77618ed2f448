#!/usr/bin/env bash
# One expects `queryRenderedFeatures` over the whole window to find every point that is drawn, and `fitBounds` to move away as bounds get wider.
# On MapLibre's globe both fail while the globe is smaller than the window: the query finds a part of the points of the near side, or none, and
# the camera for bounds wider than some 180 degrees comes nearer, until from some 300 degrees on there is none. On a flat map both are right.
# It matters to a travel product because the globe is what a visitor sees first, lists for the keyboard are made from such queries, and journeys
# around the world are what people fit. Needs npm; a browser comes from npm as well.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund maplibre-gl@6.17.0 playwright-core@1.65.1 @sparticuz/chromium@153.0.0 >/dev/null
cat > run.mjs <<'JS'
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x';
process.env.TMPDIR = process.cwd();
const { default: packed } = await import('@sparticuz/chromium');
const version = JSON.parse(readFileSync('node_modules/maplibre-gl/package.json', 'utf8')).version;
const page0 = `<!doctype html><style>html,body,#map{margin:0;width:1200px;height:800px}</style><div id=map></div><script type=module>
import * as maplibregl from '/maplibre-gl.mjs';
maplibregl.setWorkerUrl?.('/maplibre-gl-worker.mjs');
const points = [];
for (let lng = -175; lng < 180; lng += 10) for (let lat = -60; lat <= 60; lat += 10) points.push({ type: 'Feature', properties: { at: lng + ' ' + lat }, geometry: { type: 'Point', coordinates: [lng, lat] } });
const style = (type) => ({ version: 8, projection: { type }, sources: { p: { type: 'geojson', data: { type: 'FeatureCollection', features: points } } }, layers: [{ id: 'p', type: 'circle', source: 'p', paint: { 'circle-radius': 3 } }] });
window.measure = async (type) => {
  const map = new maplibregl.Map({ container: 'map', style: style(type), center: [0, 20], zoom: 1, fadeDuration: 0 });
  const idle = () => new Promise((done) => map.once('idle', done));
  await idle();
  const counts = {};
  for (const zoom of [1, 2, 3, 4]) {
    map.jumpTo({ center: [0, 20], zoom });
    await idle();
    // Whoever comes back from its place in the window as itself is seen.
    const seen = points.filter(({ geometry: { coordinates } }) => {
      const { x, y } = map.project(coordinates);
      if (x < 0 || y < 0 || x > 1200 || y > 800) return false;
      const back = map.unproject([x, y]);
      return Math.abs(back.lng - coordinates[0]) < 0.5 && Math.abs(back.lat - coordinates[1]) < 0.5;
    });
    const asked = new Set(map.queryRenderedFeatures({ layers: ['p'] }).map(({ properties }) => properties.at));
    counts[zoom] = [seen.filter(({ properties }) => asked.has(properties.at)).length, seen.length];
  }
  const zooms = [60, 120, 240, 320].map((span) => map.cameraForBounds([[-span / 2, -10], [span / 2, 10]], { padding: 50 })?.zoom ?? null);
  map.remove();
  return { counts, zooms };
};
window.ready = true;
</script>`;
const server = createServer(({ url }, answer) => {
  if (url === '/') return answer.setHeader('content-type', 'text/html').end(page0);
  try {
    answer.setHeader('content-type', 'text/javascript').end(readFileSync(`node_modules/maplibre-gl/dist${url}`));
  } catch {
    answer.writeHead(404).end();
  }
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const browser = await chromium.launch({ executablePath: await packed.executablePath(), args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
page.on('pageerror', (error) => console.error(error.message));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.ready);
const flat = await page.evaluate(() => window.measure('mercator'));
const globe = await page.evaluate(() => window.measure('globe'));
await browser.close();
server.close();
const words = ({ counts, zooms }) => `found of seen at zooms 1 to 4: ${Object.values(counts).map(([found, seen]) => `${found}/${seen}`).join(' ')}; zoom for 60, 120, 240, 320 degrees: ${zooms.map((zoom) => (zoom === null ? 'none' : zoom.toFixed(1))).join(' ')}`;
console.log(`maplibre-gl ${version}`);
console.log('expected on the globe: all that is seen is found, and zooms fall');
console.log('seen on a flat map:   ', words(flat));
console.log('seen on the globe:    ', words(globe));
const [found, seen] = globe.counts[1];
const [, at120, at240, at320] = globe.zooms;
const isAsBefore = found < seen / 2 && (at240 === null || at240 > at120) && at320 === null;
if (!isAsBefore) {
  console.log('The behaviour has changed.');
  process.exit(1);
}
JS
node run.mjs
