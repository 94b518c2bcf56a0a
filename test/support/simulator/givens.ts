import type { Stage } from './stage.ts';

export const PASSWORD = 'correct-Horse-7';
export const PLACE = { region: 'us-east', type: 'g6-nanode-1' } as const;
export const DEPLOYED = { ...PLACE, image: 'compute/debian11', root_pass: PASSWORD } as const;

/** Makes something and returns its id; throws when it is refused. */
export const make = (stage: Stage, path: string, body: object, method = 'POST'): number => {
  const heard = stage.call(method, path, body);
  if (heard.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(heard.body)}`);
  return Number(heard.at('id'));
};

/** An instance that was just asked for. */
export const fresh = (stage: Stage, body: object = {}): number =>
  make(stage, '/compute/instances', { ...DEPLOYED, ...body });

/** An instance from an image, running and idle. */
export const running = (stage: Stage, body: object = {}): number => {
  const id = fresh(stage, body);
  stage.settle();
  return id;
};

/** An instance from an image, offline and idle. */
export const offline = (stage: Stage): number => running(stage, { booted: false });

/** An instance from an image at the first sight of `running`. */
export const firstRunning = (stage: Stage): number => {
  const id = fresh(stage);
  while (field(stage, `/compute/instances/${id}`, 'status') !== 'running') stage.pass(1000);
  return id;
};

/** An instance without disks and profiles. */
export const bare = (stage: Stage): number => {
  const id = make(stage, '/compute/instances', PLACE);
  stage.settle();
  return id;
};

/** A volume that is active; on an instance when one is named. */
export const volume = (stage: Stage, body: object = {}): number => {
  const place = 'compute_id' in body ? {} : { region: PLACE.region };
  const id = make(stage, '/volumes', { label: 'volume', ...place, ...body });
  stage.settle();
  return id;
};

/** The id of the first item of a list. */
export const first = (stage: Stage, path: string): number =>
  Number(stage.call('GET', path).at('data', 0, 'id'));

/** A field of an item as it is now. */
export const field = (stage: Stage, path: string, ...keys: readonly (string | number)[]): unknown =>
  stage.call('GET', path).at(...keys);
