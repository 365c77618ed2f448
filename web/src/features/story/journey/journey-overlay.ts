import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { JourneyLayer, type JourneyLine } from './journey-layer.ts';
import { journeyAt, journeyTime } from './journey-time.ts';

/** Width of the way, pixels. */
const width = 4.5;

/** Draws ways on a map over time. One per map; part of the map's own layers, so that markers stay above it. */
export class JourneyOverlay {
  readonly #map: MapLibreMap;
  readonly #beforeId: string;
  readonly #overlay: MapLibreOverlay;
  #frame = 0;
  #lines: readonly JourneyLine[] = [];

  /** `onFailed` is told when the graphics of this device cannot do it; nothing is drawn then. */
  constructor(map: MapLibreMap, beforeId: string, onFailed: (error: Error) => void) {
    this.#map = map;
    this.#beforeId = beforeId;
    this.#overlay = new MapLibreOverlay({ interleaved: true, layers: [], onError: onFailed });
    map.addControl(this.#overlay);
    map.on('styledata', this.#restyle);
  }

  /** Draws these lines from their start; what was drawn before is gone. */
  draw(lines: readonly JourneyLine[]): void {
    cancelAnimationFrame(this.#frame);
    this.#lines = lines;
    const start = performance.now();
    const step = (now: number): void => {
      const elapsed = Math.max(0, now - start);
      this.#show(lines, elapsed);
      if (elapsed < journeyTime) this.#frame = requestAnimationFrame(step);
    };
    step(start);
  }

  #show(lines: readonly JourneyLine[], elapsed: number): void {
    const layer = new JourneyLayer({
      id: 'story-journey',
      // deck.gl's own prop for the place in the map's layers; its types know it on no layer.
      ...{ beforeId: this.#beforeId },
      data: lines,
      getPath: (line: JourneyLine) => line.path.map(([longitude, latitude]): [number, number] => [longitude, latitude]),
      getColor: (line: JourneyLine) => [line.color[0], line.color[1], line.color[2]],
      getProgress: (line: JourneyLine) => line.progress,
      widthUnits: 'pixels',
      getWidth: width,
      jointRounded: true,
      capRounded: true,
      antialiasing: true,
      parameters: { depthWriteEnabled: false, depthCompare: 'always' },
      ...journeyAt(elapsed),
    });
    this.#overlay.setProps({ layers: [layer] });
  }

  /** Another theme is another style, and the layer below the markers is gone with the old one; it returns when the markers have. */
  readonly #restyle = (): void => {
    if (!this.#map.getLayer(this.#beforeId)) this.#map.once('idle', this.#again);
  };

  readonly #again = (): void => this.#show(this.#lines, journeyTime);

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#map.off('styledata', this.#restyle);
    this.#map.off('idle', this.#again);
    this.#map.removeControl(this.#overlay);
  }
}
