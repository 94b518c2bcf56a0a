import type { Arrival } from './wire.ts';

/** Requests that take away what nobody can bring back, beside the deletion of an item itself. */
const DESTROYING =
  /^(DELETE \/kube\/clusters\/\d+\/(pools\/\d+|kubeconfig|servicetoken)|POST .*\/(recycle|rebuild|restore|backups\/cancel))$/;

/** Whether a request destroys. */
export const isDestroying = ({ method, path }: Arrival): boolean =>
  DESTROYING.test(`${method} ${path}`) || (method === 'DELETE' && isItem(path));

/** The collection and the id in the path of an item. */
export const ITEM =
  /^(\/volumes|\/compute\/instances|\/domains|\/domains\/\d+\/records|\/networking\/firewalls|\/databases\/mysql\/instances|\/kube\/clusters)\/(\d+)$/;
/** Whether a path is that of an item. */
export const isItem = (path: string): boolean => ITEM.test(path);

/** The path of the item that a request concerns; null where it concerns none. */
export const itemIn = (path: string): string | null =>
  [
    path,
    path.split('/').slice(0, 5).join('/'),
    path.split('/').slice(0, 4).join('/'),
    path.split('/').slice(0, 3).join('/'),
  ].find(isItem) ?? null;
