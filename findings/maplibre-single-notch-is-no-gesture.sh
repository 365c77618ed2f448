#!/usr/bin/env bash
# One expects `originalEvent` on `movestart` and `moveend` of every move that a person made: it is the usual way to tell gestures from the moves of
# the program. A single notch of a mouse wheel, turned after a pause, moves the map without it; two notches within 40 ms have it. MapLibre waits
# that long to tell a wheel from a touchpad, and zooms after the pause without keeping the event.
# It matters to a travel product because lists, addresses and searches that follow the map of a visitor stand still for those who zoom notch by
# notch. Needs npm; a browser comes from npm as well.
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
const html = `<!doctype html><style>html,body,#map{margin:0;width:600px;height:400px}</style><div id=map></div><script type=module>
import * as maplibregl from '/maplibre-gl.mjs';
maplibregl.setWorkerUrl?.('/maplibre-gl-worker.mjs');
const style = { version: 8, sources: {}, layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#8a8' } }] };
// Turns the wheel so many times in one go, and says of the move's events which of them know of a wheel.
window.turn = async (notches) => {
  const map = new maplibregl.Map({ container: 'map', style, center: [0, 20], zoom: 3 });
  await new Promise((done) => map.once('idle', done));
  const seen = {};
  for (const type of ['movestart', 'moveend']) map.on(type, ({ originalEvent }) => (seen[type] = originalEvent?.type ?? null));
  const ended = new Promise((done) => map.once('moveend', done));
  const from = map.getZoom();
  // A turn after a pause of more than 400 ms begins anew.
  await new Promise((done) => setTimeout(done, 600));
  for (let at = 0; at < notches; at++) map.getCanvas().dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: 300, clientY: 200, bubbles: true, cancelable: true }));
  await ended;
  const zoomed = map.getZoom() > from;
  map.remove();
  return { zoomed, ...seen };
};
window.ready = true;
</script>`;
const server = createServer(({ url }, answer) => {
  if (url === '/') return answer.setHeader('content-type', 'text/html').end(html);
  try {
    answer.setHeader('content-type', 'text/javascript').end(readFileSync(`node_modules/maplibre-gl/dist${url}`));
  } catch {
    answer.writeHead(404).end();
  }
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const browser = await chromium.launch({ executablePath: await packed.executablePath(), args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.ready);
const one = await page.evaluate(() => window.turn(1));
const two = await page.evaluate(() => window.turn(2));
await browser.close();
server.close();
console.log(`maplibre-gl ${version}`);
console.log('expected:    both ends of each move know of the wheel');
console.log('one notch: ', JSON.stringify(one));
console.log('two notches:', JSON.stringify(two));
const isAsSeen = one.zoomed && one.movestart === null && one.moveend === null && two.zoomed && two.movestart === 'wheel' && two.moveend === 'wheel';
if (!isAsSeen) {
  console.log('The behaviour has changed.');
  process.exit(1);
}
JS
node run.mjs
