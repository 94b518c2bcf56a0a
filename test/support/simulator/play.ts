import type { Scene } from './scene.ts';

/** The replay of a recorded exchange on the scene; absent members are as recorded. */
export interface Play {
  /** The address, where the default parameters do not fit. */
  readonly path?: (scene: Scene) => string;
  readonly body?: (scene: Scene) => object;
  /** Prepares the scene. */
  readonly before?: (scene: Scene) => void;
}
