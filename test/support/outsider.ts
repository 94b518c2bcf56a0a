import type { Simulator } from '../../simulator/simulator.ts';

/** Another user of the account, independent of the operator and with a full token of its own, so
 *  that the limits count separately. */
export class Outsider {
  readonly #service: Simulator;
  readonly #owner: 'admin' | 'other';
  #token: string | null = null;

  /** @param owner of the account: `other` is the owner of the second one */
  constructor(service: Simulator, owner: 'admin' | 'other' = 'admin') {
    this.#service = service;
    this.#owner = owner;
  }

  call(
    method: string,
    path: string,
    body?: object,
  ): { readonly status: number; readonly body: unknown } {
    this.#token ??= this.#newToken();
    return this.#send(this.#token, method, path, body);
  }

  /** Returns the first 500 rows of a collection. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks knows what the collection holds
  rows<T>(path: string): readonly T[] {
    const { status, body } = this.call('GET', `${path}?page_size=500`);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return (body as { readonly data: readonly T[] }).data;
  }

  #newToken(): string {
    const made = this.#send(this.#service.tokens[this.#owner], 'POST', '/profile/tokens', {
      label: 'outsider',
      scopes: '*',
    });
    return (made.body as { readonly token: string }).token;
  }

  #send(
    token: string,
    method: string,
    path: string,
    body?: object,
  ): { readonly status: number; readonly body: unknown } {
    const answer = this.#service.handle({
      method,
      url: `/v4${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      body: JSON.parse(answer.body === '' ? 'null' : answer.body) as unknown,
    };
  }
}

/** Sends a request as the owner of the account that contains the path's item. */
export function ownerCall(
  owners: { readonly outsider: Outsider; readonly neighbour: Outsider },
  ...request: Parameters<Outsider['call']>
) {
  const answer = owners.outsider.call(...request);
  return answer.status === 404 ? owners.neighbour.call(...request) : answer;
}
