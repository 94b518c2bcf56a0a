import type { Scene } from './scene.ts';

/** How a recorded exchange is played on the scene; what is left out is as recorded. */
export interface Play {
  /** The address, where the usual stand-ins for its parameters do not do. */
  readonly path?: (scene: Scene) => string;
  readonly body?: (scene: Scene) => object;
  /** What has to happen before. */
  readonly before?: (scene: Scene) => void;
}
