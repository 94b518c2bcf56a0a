import type { Arrival } from './wire.ts';

/** Irreversible requests beside the deletion of an item. */
const DESTROYING =
  /^(DELETE \/kube\/clusters\/\d+\/(pools\/\d+|kubeconfig|servicetoken)|POST .*\/(recycle|rebuild|restore|backups\/cancel))$/;

/** Reports whether a request destroys data. */
export const isDestroying = ({ method, path }: Arrival): boolean =>
  DESTROYING.test(`${method} ${path}`) || (method === 'DELETE' && isItem(path));

/** Matches the collection and the id in the path of an item. */
export const ITEM =
  /^(\/volumes|\/images\/private|\/compute\/instances|\/domains|\/domains\/\d+\/records|\/networking\/firewalls|\/databases\/mysql\/instances|\/kube\/clusters)\/(\d+)$/;
/** Reports whether a path is that of an item. */
export const isItem = (path: string): boolean => ITEM.test(path);

/** Returns the path of the item of a request; null where there is none. */
export const itemIn = (path: string): string | null =>
  [
    path,
    path.split('/').slice(0, 5).join('/'),
    path.split('/').slice(0, 4).join('/'),
    path.split('/').slice(0, 3).join('/'),
  ].find(isItem) ?? null;
