import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { JourneyLayer, type JourneyLine } from './journey-layer.ts';
import { journeyAt, journeyTime } from './journey-time.ts';

/** Width of the way, pixels. */
const width = 4.5;

interface JourneyEvents {
  /** The way is drawn, and its light has left it. */
  onEnd: () => void;
  /** The graphics of this device cannot do it; nothing is drawn. */
  onFailed: (error: Error) => void;
}

/** Animates routes once. One overlay per map, interleaved with the map layers, so that markers stay on top. */
export class JourneyOverlay {
  readonly #map: MapLibreMap;
  readonly #beforeId: string;
  readonly #overlay: MapLibreOverlay;
  readonly #onEnd: () => void;
  #frame = 0;

  constructor(map: MapLibreMap, beforeId: string, { onEnd, onFailed }: JourneyEvents) {
    this.#map = map;
    this.#beforeId = beforeId;
    this.#onEnd = onEnd;
    this.#overlay = new MapLibreOverlay({ interleaved: true, layers: [], onError: onFailed });
    map.addControl(this.#overlay);
  }

  /** Draws these lines from their start. Another theme is another style, without the layer that they lie below, and ends it. */
  draw(lines: readonly JourneyLine[]): void {
    const start = performance.now();
    const step = (now: number): void => {
      const elapsed = Math.max(0, now - start);
      if (elapsed >= journeyTime || !this.#map.getLayer(this.#beforeId)) {
        this.#onEnd();
        return;
      }
      this.#show(lines, elapsed);
      this.#frame = requestAnimationFrame(step);
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

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#map.removeControl(this.#overlay);
  }
}
