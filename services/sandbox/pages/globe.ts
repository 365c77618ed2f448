import { type Html, html, raw } from './html.ts';

/**
 * Land mask of the earth, from Natural Earth (public domain): one row every 2.5 degrees from 84 north to 56 south. A row has `round(144
 * cos(latitude))` cells of equal width from 180 west eastwards, one bit per cell, four to a hexadecimal digit.
 */
const landRows = [
  '0000',
  '07c000',
  '03f2000',
  '057e00100',
  '0243c00300',
  '01ecf000ff40',
  '3f891c0607ffd',
  'bffe6e01efffff8',
  '1fff93087ffffffe',
  '1fff88401dfffffff0',
  '08ffc70003bfffffc80',
  '083ff1c0026ffffffc20',
  '000ffef80087fffffff100',
  '0007fffe000bffffffff800',
  '0003fff88001fffffffff000',
  '0001ffff00007feeffffff000',
  '0000ffff00000df1dfffffe400',
  '00007fff80001e2ebbfffff8000',
  '00003fff80000702fe7ffff90000',
  '00001fffc00000381bffffff92000',
  '00000fffc000007e01ffffffe18000',
  '000001ffc000003fee7ffffffe00000',
  '000000fc2000001fffff7fffffc00000',
  '000000fc1000001ffffbc7fffff000000',
  '0000005c0400000ffffefe1ffffa00000',
  '0000000e20000007ffffbf87e7e0000000',
  '0000000720400003ffffcfc0f1f4000000',
  '00000001e0000001fffff780707c1000000',
  '000000003c000001fffffd80180f0400000',
  '0000000004000000fffffe200c0583000000',
  '00000000037e00003fffffe0040084800000',
  '00000000007f80001fffffe0010100000000',
  '00000000007ff000000fffe0000082000000',
  '0000000000fff000000fffc00000ce000000',
  '0000000000fff800000fff800000ce0c0000',
  '0000000000ffff00000fff00000042a78000',
  '0000000001ffffc0000ffe0000000003c000',
  '0000000000ffff80000ffc00000006034200',
  '0000000000ffff00000ffc00000000000000',
  '0000000000fffe00001ffc0000000064000',
  '00000000007ffc00003ff300000007d8000',
  '00000000003ff800007fc60000001ff0000',
  '00000000007ff00000ff18000003ffc080',
  '0000000000ffc00001fe2000000fff800',
  '0000000001fe000003f00000007ffe000',
  '0000000003fc000007e0000000fffc00',
  '0000000007f000000f00000007ffc00',
  '000000000fc0000038000000387c00',
  '000000001f0000000000000001c00',
  '000000007c0000000000000006010',
  '00000000f0000000000000002010',
  '00000001800000000000000004',
  '0000000600000000000000008',
  '0000000c0000000000000000',
  '00000010000000000000000',
  '0000006000000000000000',
  '000000000000000000000',
] as const;
const northernmostRow = 84;
const degreesPerRow = 2.5;
const cellsAtEquator = 144;

type Place = readonly [latitude: number, longitude: number];
type Vector = readonly [x: number, y: number, z: number];

/** Centre of the visible hemisphere, degrees. */
const centre: Place = [24, 14];
const radius = 260;
const middle = 300;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Point on the unit sphere in view coordinates: x to the right, y up, z towards the viewer. */
function seen([latitude, longitude]: Place): Vector {
  const [phi, lambda, phi0] = [radians(latitude), radians(longitude - centre[1]), radians(centre[0])];
  return [
    Math.cos(phi) * Math.sin(lambda),
    Math.cos(phi0) * Math.sin(phi) - Math.sin(phi0) * Math.cos(phi) * Math.cos(lambda),
    Math.sin(phi0) * Math.sin(phi) + Math.cos(phi0) * Math.cos(phi) * Math.cos(lambda),
  ];
}

const point = ([x, y]: Vector, height = 1): string => `${(middle + radius * height * x).toFixed(1)} ${(middle - radius * height * y).toFixed(1)}`;

function* landPlaces(): Iterable<Place> {
  for (const [row, digits] of landRows.entries()) {
    const latitude = northernmostRow - row * degreesPerRow;
    const cells = Math.round(cellsAtEquator * Math.cos(radians(latitude)));
    for (let cell = 0; cell < cells; cell++) {
      const isLand = (Number.parseInt(digits[cell >> 2] ?? '0', 16) >> (3 - (cell & 3))) & 1;
      if (isLand) yield [latitude, -180 + ((cell + 0.5) * 360) / cells];
    }
  }
}

/** Land as dots, smaller and fainter towards the edge of the globe. */
function land(): Html[] {
  const rings: string[][] = [[], [], []];
  for (const place of landPlaces()) {
    const vector = seen(place);
    if (vector[2] > 0.05) rings[vector[2] > 0.6 ? 0 : vector[2] > 0.3 ? 1 : 2]?.push(`M${point(vector)}h0`);
  }
  return rings.map((dots, ring) => html`<path class="land land-${ring}" d="${dots.join('')}"/>`);
}

/** Path through the points on the visible hemisphere; empty with fewer than two. */
function line(places: Place[]): string {
  const visible = places.map(seen).filter(([, , z]) => z > 0);
  return visible.length > 1 ? `M${visible.map((vector) => point(vector)).join('L')}` : '';
}

function graticule(): string {
  const steps = Array.from({ length: 61 }, (_, index) => index);
  const meridians = [-60, -30, 0, 30, 60, 90].map((longitude) => line(steps.map((step) => [-90 + step * 3, longitude])));
  const parallels = [-30, 0, 30, 60].map((latitude) => line(steps.map((step) => [latitude, centre[1] - 90 + step * 3])));
  return [...meridians, ...parallels].join('');
}

const lisbon: Place = [38.7, -9.1];
const reykjavik: Place = [64.1, -21.9];
const rome: Place = [41.9, 12.5];
const istanbul: Place = [41, 28.9];
const marrakesh: Place = [31.6, -8];
const nairobi: Place = [-1.3, 36.8];
const mumbai: Place = [19.1, 72.9];
const capeTown: Place = [-33.9, 18.4];

/** Great circle between two points, raised above the sphere towards its middle. */
function leg(from: Place, to: Place): string {
  const [a, b] = [seen(from), seen(to)];
  const angle = Math.acos(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  const points = Array.from({ length: 25 }, (_, index) => {
    const t = index / 24;
    const [u, v] = [Math.sin((1 - t) * angle) / Math.sin(angle), Math.sin(t * angle) / Math.sin(angle)];
    return point([u * a[0] + v * b[0], u * a[1] + v * b[1], u * a[2] + v * b[2]], 1 + 0.22 * angle * Math.sin(Math.PI * t));
  });
  return points.join('L');
}

const journey = (name: string, stops: Place[]): Html => {
  const legs = stops.slice(1).map((stop, index) => `M${leg(stops[index] ?? stop, stop)}`);
  return html`<path class="route ${name}" pathLength="1" d="${legs.join('')}"/>`;
};

const pin = (name: string, place: Place): Html => {
  const [x, y] = point(seen(place)).split(' ');
  return html`<circle class="halo ${name}" cx="${x}" cy="${y}" r="13"/><circle class="pin ${name}" cx="${x}" cy="${y}" r="6"/>`;
};

/** A globe with three journeys. It is decoration, so it is hidden from assistive technology. Colours come from the style sheet. */
export const globe: Html = html`<svg class="globe" viewBox="0 0 600 600" aria-hidden="true" focusable="false">
<defs><radialGradient id="sea" cx=".36" cy=".3" r=".8"><stop offset="0" class="sea-0"/><stop offset=".55" class="sea-1"/><stop offset="1" class="sea-2"/></radialGradient><radialGradient id="air"><stop offset=".84" class="air-0"/><stop offset="1" class="air-1"/></radialGradient></defs>
<circle fill="url(#air)" cx="300" cy="300" r="300"/><circle fill="url(#sea)" cx="300" cy="300" r="260"/>
<path class="grid" d="${graticule()}"/>${land()}
${journey('rose', [lisbon, rome, istanbul])}${journey('amber', [marrakesh, capeTown, nairobi, mumbai])}${journey('blue', [reykjavik, lisbon])}
${[lisbon, rome, istanbul].map((place) => pin('rose', place))}${[marrakesh, capeTown, nairobi, mumbai].map((place) => pin('amber', place))}${pin('blue', reykjavik)}
</svg>`;

/** Logo of the product. */
export const logo: Html = raw(
  '<svg class="logo" viewBox="0 0 40 40" aria-hidden="true" focusable="false"><rect width="40" height="40" rx="13"/><path d="M8.5 14.5c1.2 7 2.7 12.5 5.2 12.5 3 0 3.5-9.5 6.3-9.5s3.3 9.5 6.3 9.5c2.3 0 3.7-3.5 4.5-8"/><circle cx="31.2" cy="12" r="3"/></svg>',
);
