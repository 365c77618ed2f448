import type { DefaultProps, UpdateParameters } from '@deck.gl/core';
import { PathLayer, type PathLayerProps } from '@deck.gl/layers';
import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { journeyAt, journeyDuration } from './journey-time.ts';

/** A line with the share of the route completed at each position. */
interface JourneyLine {
  path: readonly (readonly [number, number])[];
  /** Completed share of the route, 0 to 1, one per position. */
  progress: readonly number[];
  /** Red, green and blue, 0 to 255 each. */
  color: readonly [number, number, number];
}

interface JourneyProps {
  /** Drawn share of the route, 0 to 1. */
  head: number;
  /** Position of the light as a share of the route; beyond 1 the light has left the route. */
  light: number;
  getProgress: (line: JourneyLine) => readonly number[];
}

/** Length of the tail of light, share of the route. */
const tail = 0.16;

// One field per line, because the validation of luma.gl reads the block line by line.
const block = `\
layout(std140) uniform journeyUniforms {
  float head;
  float light;
  float tail;
} journey;
`;
const uniforms = { name: 'journey', vs: block, fs: block, uniformTypes: { head: 'f32', light: 'f32', tail: 'f32' } } as const;

const defaultProps: DefaultProps<JourneyProps> = {
  head: 1,
  light: 2,
  getProgress: { type: 'accessor', value: (line: JourneyLine) => line.progress },
};

/** PathLayer drawn up to a share of the route, with a light that runs along it. TripsLayer is similar, but pulls in all of geo-layers. */
class JourneyLayer extends PathLayer<JourneyLine, JourneyProps> {
  static override layerName = 'JourneyLayer';
  static override defaultProps = defaultProps as DefaultProps<PathLayerProps<unknown>>; // the props of the parent are merged in by deck.gl itself

  override getShaders() {
    const shaders = super.getShaders();
    return {
      ...shaders,
      modules: [...shaders.modules, uniforms],
      inject: {
        'vs:#decl': 'in float instanceProgress; in float instanceNextProgress; out float vProgress;',
        'vs:#main-end': 'vProgress = mix(instanceProgress, instanceNextProgress, clamp(vPathPosition.y / max(vPathLength, 1e-6), 0.0, 1.0));',
        'fs:#decl': 'in float vProgress;',
        'fs:#main-start': 'if (vProgress > journey.head) discard;',
        'fs:DECKGL_FILTER_COLOR':
          'float behind = journey.light - vProgress; if (behind >= 0.0) color.rgb = mix(color.rgb, vec3(1.0), 0.75 * smoothstep(journey.tail, 0.0, behind));',
      },
    };
  }

  override initializeState(): void {
    super.initializeState();
    this.getAttributeManager()?.addInstanced({
      progress: {
        size: 1,
        accessor: 'getProgress',
        shaderAttributes: { instanceProgress: { vertexOffset: 0 }, instanceNextProgress: { vertexOffset: 1 } },
      },
    });
  }

  override updateState(params: UpdateParameters<this>): void {
    super.updateState(params);
    this.setNeedsRedraw();
  }

  override draw(params: Parameters<PathLayer['draw']>[0]): void {
    const { head, light } = this.props;
    this.setShaderModuleProps({ journey: { head, light, tail } });
    super.draw(params);
  }
}

/** Width of the animated route, pixels. */
const width = 4.5;

interface JourneyEvents {
  /** The animation has ended. */
  onEnd: () => void;
  /** The device cannot render the overlay, so nothing is drawn. */
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

  /** Animates lines from their start. A change of theme removes the layer `beforeId` with the map style, and so ends the animation. */
  draw(lines: readonly JourneyLine[]): void {
    const start = performance.now();
    const step = (now: number): void => {
      const elapsed = Math.max(0, now - start);
      if (elapsed >= journeyDuration || !this.#map.getLayer(this.#beforeId)) {
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
      // `beforeId` is deck.gl's prop for the layer order of the map, which its layer types do not declare.
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
