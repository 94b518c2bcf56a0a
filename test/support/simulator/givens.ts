import type { Stage } from './stage.ts';

export const PASSWORD = 'correct-Horse-7';
export const PLACE = { region: 'us-east', type: 'g6-nanode-1' } as const;
export const DEPLOYED = { ...PLACE, image: 'compute/debian11', root_pass: PASSWORD } as const;

/** Creates an item and returns its id; throws on a refusal. */
export const make = (stage: Stage, path: string, body: object, method = 'POST'): number => {
  const response = stage.call(method, path, body);
  if (response.status !== 200)
    throw new Error(`${method} ${path}: ${JSON.stringify(response.body)}`);
  return Number(response.at('id'));
};

/** Creates an instance without waiting. */
export const fresh = (stage: Stage, body: object = {}): number =>
  make(stage, '/compute/instances', { ...DEPLOYED, ...body });

/** Creates an instance from an image, running and idle. */
export const running = (stage: Stage, body: object = {}): number => {
  const id = fresh(stage, body);
  stage.settle();
  return id;
};

/** Creates an instance from an image, offline and idle. */
export const offline = (stage: Stage): number => running(stage, { booted: false });

/** Creates an instance from an image, at the first `running`. */
export const firstRunning = (stage: Stage): number => {
  const id = fresh(stage);
  while (field(stage, `/compute/instances/${id}`, 'status') !== 'running') stage.pass(1000);
  return id;
};

/** Creates an instance without disks and profiles. */
export const bare = (stage: Stage): number => {
  const id = make(stage, '/compute/instances', PLACE);
  stage.settle();
  return id;
};

/** Creates an active volume, optionally on an instance. */
export const volume = (stage: Stage, body: object = {}): number => {
  const place = 'compute_id' in body ? {} : { region: PLACE.region };
  const id = make(stage, '/volumes', { label: 'volume', ...place, ...body });
  stage.settle();
  return id;
};

/** Returns the id of the first item of a list. */
export const first = (stage: Stage, path: string): number =>
  Number(stage.call('GET', path).at('data', 0, 'id'));

/** Returns a field of an item. */
export const field = (stage: Stage, path: string, ...keys: readonly (string | number)[]): unknown =>
  stage.call('GET', path).at(...keys);
