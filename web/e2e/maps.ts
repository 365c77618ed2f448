import { expect, type Locator, type Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}
/** Bounds of the map in the URL of the home page. */
export interface Bounds {
  southWest: { lng: number; lat: number };
  northEast: { lng: number; lat: number };
}

/** Waits until the map is drawn and idle: `data-idle` of MapView follows MapLibre's `idle` event. */
export async function waitForIdleMap(page: Page): Promise<Locator> {
  const map = page.locator('.map-view');
  await expect(map).toHaveAttribute('data-idle', 'true');
  return map;
}

/** Path of the home page with a bounding box of this many degrees around a point. */
export function homeUrlAround({ latitude, longitude }: { latitude: number; longitude: number }, degrees: number): string {
  const half = degrees / 2;
  const bounds: Bounds = {
    southWest: { lng: longitude - half, lat: latitude - half },
    northEast: { lng: longitude + half, lat: latitude + half },
  };
  return `/?${new URLSearchParams({ bounds: JSON.stringify(bounds) })}`;
}

export function boundsOf(url: string): Bounds | null {
  const text = new URL(url).searchParams.get('bounds');
  return text ? (JSON.parse(text) as Bounds) : null; // as: the app writes the parameter, and the tests check its content
}

/** Points on a spiral from the centre outwards, pixels. */
function* spiral(centre: Point, reach: number, step: number): Generator<Point> {
  yield centre;
  for (let radius = step; radius <= reach; radius += step)
    for (let turn = 0; turn < (2 * Math.PI * radius) / step; turn++) {
      const angle = (turn * step) / radius;
      yield { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    }
}

/** Finds the clickable point nearest to the centre of the uncovered map area, by the mouse cursor. */
export async function findClickablePoint(page: Page, reach = 200): Promise<Point> {
  const box = await (await waitForIdleMap(page)).boundingBox();
  if (!box) throw new Error('There is no map');
  // The cards cover 200 pixels (spec 9).
  const centre = { x: box.x + box.width / 2, y: box.y + (box.height - 200) / 2 };
  for (const at of spiral(centre, reach, 12)) {
    await page.mouse.move(at.x, at.y);
    const cursor = await page.evaluate(
      () =>
        new Promise<string>((seen) =>
          // The map hit-tests the pointer once per frame.
          requestAnimationFrame(() => requestAnimationFrame(() => seen(document.querySelector<HTMLElement>('.map-view canvas')?.style.cursor ?? ''))),
        ),
    );
    if (cursor === 'pointer') return at;
  }
  throw new Error(`Nothing to click within ${reach} pixels`);
}
