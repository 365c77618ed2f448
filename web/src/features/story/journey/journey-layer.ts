import type { DefaultProps, UpdateParameters } from '@deck.gl/core';
import { PathLayer, type PathLayerProps } from '@deck.gl/layers';

/** A line that knows how much of the way is done at each of its positions. */
export interface JourneyLine {
  path: readonly (readonly [number, number])[];
  /** 0 to 1, one per position. */
  progress: readonly number[];
  /** 0 to 255. */
  color: readonly [number, number, number];
}

interface JourneyProps {
  /** Drawn share of the route, 0 to 1. */
  head: number;
  /** Position of the light on the route; beyond 1 it has left. */
  light: number;
  getProgress: (line: JourneyLine) => readonly number[];
}

/** Length of the light behind its head, share of the way. */
const tail = 0.16;

// The check of luma.gl reads one field per line.
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
export class JourneyLayer extends PathLayer<JourneyLine, JourneyProps> {
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
