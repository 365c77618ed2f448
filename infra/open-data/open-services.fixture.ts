import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kilometresBetween } from '@waystory/proto/kit/distance.ts';
import type { Coordinates } from '@waystory/proto/kit/field.ts';
import { gazetteerPlaces } from '../places/gazetteer.ts';
import type { FoundPlace } from '../places/port.ts';
import { encodePolyline } from '../routing/osrm.ts';
import { answerWikidata, answerWikipedia } from './encyclopedia.fixture.ts';

/** Open services on loopback with built-in answers, in the shapes of the real services' documentation. */
export interface OpenServicesFixture {
  url: string;
  /** Requested paths with their queries, latest last. */
  asked: string[];
  /** Path prefixes that are answered with 503. */
  away: readonly string[];
  close(): Promise<void>;
}

type Answer = { status?: number; body: unknown };
type Handler = (url: URL, request: IncomingMessage) => Promise<Answer>;

const places = gazetteerPlaces();
const numberOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE(0) + 1;
const seen = new Map<number, FoundPlace>();

/** OpenStreetMap tag of a place, with its Photon type. */
function tagsOf({ featureType, poiCategories }: FoundPlace): { key: string; value: string; type: string } {
  if (featureType === 'country') return { key: 'place', value: 'country', type: 'country' };
  if (featureType === 'poi') return { key: 'tourism', value: poiCategories.includes('museum') ? 'museum' : 'attraction', type: 'house' };
  return featureType === 'neighborhood' ? { key: 'place', value: 'suburb', type: 'district' } : { key: 'place', value: 'city', type: 'city' };
}

function photonFeature(place: FoundPlace): unknown {
  const { name, coordinates, address } = place;
  const { key, value, type } = tagsOf(place);
  const properties = {
    ...{ osm_type: 'N', osm_id: numberOf(place.mapboxId), osm_key: key, osm_value: value, type, name },
    ...(address.city && address.city !== name && { city: address.city }),
    ...(address.state && { state: address.state }),
    ...{ country: address.countryName, countrycode: address.countryCode },
  };
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] } };
}

function nominatimItem(place: FoundPlace): unknown {
  const { name, coordinates, address } = place;
  const { key, value, type } = tagsOf(place);
  const id = numberOf(place.mapboxId);
  seen.set(id, place);
  return {
    ...{ place_id: id, osm_type: 'node', osm_id: id, category: key, type: value, addresstype: type, place_rank: 16, importance: 0.5, name },
    ...{ lat: String(coordinates.latitude), lon: String(coordinates.longitude), display_name: place.placeName },
    address: {
      ...(address.city && { city: address.city }),
      ...(address.state && { state: address.state }),
      ...{ country: address.countryName, country_code: address.countryCode?.toLowerCase() },
    },
    extratags: { wikidata: 'Q42' },
  };
}

const numbers = (url: URL, ...names: string[]): number[] => names.map((name) => Number(url.searchParams.get(name)));
const pointOf = (url: URL): Coordinates => {
  const [latitude = 0, longitude = 0] = numbers(url, 'lat', 'lon');
  return { latitude, longitude };
};

const photonSearch: Handler = async (url) => {
  const lang = url.searchParams.get('lang') ?? 'default';
  if (!['default', 'en', 'de', 'fr'].includes(lang)) return { status: 400, body: { message: 'language is not supported' } };
  const near = url.searchParams.has('lat') ? pointOf(url) : undefined;
  const found = await places.search(url.searchParams.get('q') ?? '', { limit: Number(url.searchParams.get('limit') ?? 15), near });
  return { body: { type: 'FeatureCollection', features: found.map(photonFeature) } };
};

const photonReverse: Handler = async (url) => {
  const point = pointOf(url);
  const tag = url.searchParams.get('osm_tag');
  if (tag === null) {
    const found = await places.nearest(point);
    return { body: { type: 'FeatureCollection', features: found ? [photonFeature(found)] : [] } };
  }
  const reach = Number(url.searchParams.get('radius')) / 111;
  const box = {
    south: point.latitude - reach,
    north: point.latitude + reach,
    west: point.longitude - 1.3 * reach,
    east: point.longitude + 1.3 * reach,
  };
  const found = tag === 'tourism' ? await places.within(box, Number(url.searchParams.get('limit'))) : [];
  return { body: { type: 'FeatureCollection', features: found.map(photonFeature) } };
};

const nominatimSearch: Handler = async (url) => {
  const q = url.searchParams.get('q') ?? '';
  const limit = Number(url.searchParams.get('limit') ?? 10);
  const [west = 0, north = 0, east = 0, south = 0] = (url.searchParams.get('viewbox') ?? '').split(',').map(Number);
  if (url.searchParams.get('bounded') === '1')
    return { body: q === '[tourism]' ? (await places.within({ south, west, north, east }, limit)).map(nominatimItem) : [] };
  const near = url.searchParams.has('viewbox') ? { latitude: (south + north) / 2, longitude: (west + east) / 2 } : undefined;
  return { body: (await places.search(q, { limit, near })).map(nominatimItem) };
};

const nominatimReverse: Handler = async (url) => {
  const found = await places.nearest(pointOf(url));
  return { body: found ? nominatimItem(found) : { error: 'Unable to geocode' } };
};

const nominatimLookup: Handler = async (url) => {
  const found = seen.get(Number((url.searchParams.get('osm_ids') ?? '').slice(1)));
  return { body: found ? [nominatimItem(found)] : [] };
};

/** Longest leg for which the OSRM stand-in finds a route, metres. */
const farthest = 1_000_000;
/** Valhalla's default limits: metres between all points, and number of points. */
const limits: Readonly<Record<string, { metres: number; points: number }>> = {
  pedestrian: { metres: 250_000, points: 50 },
  bicycle: { metres: 500_000, points: 50 },
  auto: { metres: 5_000_000, points: 20 },
};
const speeds: Readonly<Record<string, number>> = { pedestrian: 1.3, bicycle: 4.5, auto: 9, foot: 1.3, bike: 4.5, driving: 9 };

/** A route with a single turn, as in a grid of streets. */
function legOf(from: Coordinates, to: Coordinates, speed: number) {
  const corner = { latitude: to.latitude, longitude: from.longitude };
  const metres = 1_000 * (kilometresBetween(from, corner) + kilometresBetween(corner, to));
  return { metres, seconds: metres / speed, line: [from, corner, to] };
}
const legsOf = (points: readonly Coordinates[], speed: number) => points.slice(1).map((to, index) => legOf(points[index] ?? to, to, speed));

const valhalla: Handler = async (url) => {
  const { locations, costing } = JSON.parse(url.searchParams.get('json') ?? '{}') as { locations: { lat: number; lon: number }[]; costing: string };
  const legs = legsOf(
    locations.map(({ lat, lon }) => ({ latitude: lat, longitude: lon })),
    speeds[costing] ?? 1,
  );
  const { metres: most, points } = limits[costing] ?? { metres: 0, points: 0 };
  const refusal = (code: number, error: string): Answer => ({
    status: 400,
    body: { error_code: code, error, status_code: 400, status: 'Bad Request' },
  });
  if (locations.length > points) return refusal(150, `Exceeded max locations: ${points}`);
  if (legs.reduce((sum, { metres }) => sum + metres, 0) > most) return refusal(154, `Path distance exceeds the max distance limit: ${most} meters`);
  const trip = {
    status: 0,
    units: 'kilometers',
    legs: legs.map(({ metres, seconds, line }) => ({ summary: { length: metres / 1_000, time: seconds }, shape: encodePolyline(line) })),
  };
  return { body: { trip } };
};

const osrm: Handler = async (url) => {
  const [, , , profile = '', path = ''] = url.pathname.split('/');
  const points = path.split(';').map((pair) => {
    const [longitude = 0, latitude = 0] = pair.split(',').map(Number);
    return { latitude, longitude };
  });
  const legs = legsOf(points, speeds[profile] ?? 1);
  if (legs.some(({ metres }) => metres > farthest)) return { status: 400, body: { code: 'NoRoute', message: 'Impossible route between points' } };
  const routes = [
    { legs: legs.map(({ metres, seconds, line }) => ({ distance: metres, duration: seconds, steps: [{ geometry: encodePolyline(line) }] })) },
  ];
  return { body: { code: 'Ok', routes } };
};

const wikimedia: Handler = async (url) => {
  const words = (url.searchParams.get('gsrsearch') ?? '').replace(' filetype:bitmap', '');
  const count = Number(url.searchParams.get('gsrlimit'));
  const pages = Array.from({ length: count }, (_, index) => {
    const file = `Picture_${numberOf(words)}_${index}.jpg`;
    const folder = 'https://upload.wikimedia.org/wikipedia/commons';
    const width = index % 5 === 4 ? 640 : index % 5 === 3 ? 1_200 : 4_000;
    // Since August 2026, other widths come from another host, with a campaign mark. A narrow picture is served unscaled.
    const mark = 'utm_source=commons.wikimedia.org&utm_campaign=imageinfo&utm_content=thumbnail';
    const other = `https://thumb.wikimedia.org/wikipedia/commons/thumb/a/ab/${file}/1280px-${file}?${mark}`;
    const imageinfo = {
      ...{
        width,
        height: 2_667,
        url: `${folder}/a/ab/${file}`,
        thumburl: width < 1_280 ? `${folder}/a/ab/${file}` : other,
        thumbwidth: Math.min(width, 1_280),
        thumbheight: 853,
      },
      ...{ descriptionurl: `https://commons.wikimedia.org/wiki/File:${file}`, mime: 'image/jpeg' },
      extmetadata: {
        Artist: { value: '<a href="https://example.org">Somebody &amp; friends</a>' },
        LicenseShortName: { value: 'CC BY-SA 4.0' },
        ImageDescription: { value: '<p>A picture &quot;of&quot; it</p>' },
      },
    };
    return { pageid: numberOf(file), ns: 6, index: count - index, title: `File:${file}`, imageinfo: [imageinfo] };
  });
  return { body: { batchcomplete: true, query: { pages } } };
};

const openverse: Handler = async (url) => {
  const q = url.searchParams.get('q') ?? '';
  const results = Array.from({ length: Number(url.searchParams.get('page_size')) }, (_, index) => {
    const id = `00000000-0000-4000-8000-${(numberOf(q) * 20 + index).toString(16).padStart(12, '0')}`;
    return {
      ...{ id, title: `${q} ${index}`, url: `https://live.example.org/${id}.jpg`, thumbnail: `https://api.openverse.org/v1/images/${id}/thumb/` },
      ...{ width: 1_024, height: 683, creator: 'Somebody', creator_url: 'https://example.org/somebody', license: 'by-sa', license_version: '2.0' },
      ...{ foreign_landing_url: `https://example.org/photos/${id}`, provider: 'flickr' },
    };
  });
  return { body: { result_count: results.length, page_count: 1, results } };
};

/** A street style: white lines through Kyoto about every two hundred metres. */
const streetsStyle: Handler = async (_, request) => {
  const data = `http://${request.headers.host}/streets/kyoto.json`;
  return {
    body: {
      ...{ version: 8, name: 'streets', sources: { streets: { type: 'geojson', data, attribution: '© OpenMapTiles' } } },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': '#efe9dd' } },
        { id: 'streets', type: 'line', source: 'streets', paint: { 'line-color': '#ffffff', 'line-width': 4 } },
      ],
    },
  };
};
const streetsOfKyoto: Handler = async () => {
  const steps = Array.from({ length: 60 }, (_, index) => index * 0.002);
  const line = (...coordinates: [number, number][]) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } });
  const features = steps.flatMap((step) => [line([135.7, 34.94 + step], [135.82, 34.94 + step]), line([135.7 + step, 34.94], [135.7 + step, 35.06])]);
  return { body: { type: 'FeatureCollection', features } };
};

const handlers: [RegExp, Handler][] = [
  [/^\/streets\/style$/, streetsStyle],
  [/^\/streets\/kyoto\.json$/, streetsOfKyoto],
  [/^\/photon\/api$/, photonSearch],
  [/^\/photon\/reverse$/, photonReverse],
  [/^\/nominatim\/search$/, nominatimSearch],
  [/^\/nominatim\/reverse$/, nominatimReverse],
  [/^\/nominatim\/lookup$/, nominatimLookup],
  [/^\/valhalla\/route$/, valhalla],
  [/^\/route\/v1\//, osrm],
  [/^\/wikimedia\/w\/api\.php$/, wikimedia],
  [/^\/openverse\/v1\/images\/$/, openverse],
  [/^\/facts\/wikidata\/w\/api\.php$/, answerWikidata],
  [/^\/facts\/wikipedia\//, answerWikipedia],
];

/** Starts the services on a loopback port; each is below the path of its name, OSRM at the root. */
export async function startOpenServices(port = 0): Promise<OpenServicesFixture> {
  const fixture = { url: '', asked: [] as string[], away: [] as readonly string[], close: async () => {} };
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    fixture.asked.push(`${url.pathname}${url.search}`);
    const [, handler] = handlers.find(([path]) => path.test(url.pathname)) ?? [];
    const { status = 200, body } = fixture.away.some((path) => url.pathname.startsWith(path))
      ? { status: 503, body: {} }
      : handler
        ? await handler(url, request)
        : { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  fixture.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  fixture.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return fixture;
}
