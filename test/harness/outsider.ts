import type { Simulator } from '../../src/sim/simulator.ts';

/** Somebody else who works in the account, with its full token and past the operator. */
export class Outsider {
  readonly #service: Simulator;

  constructor(service: Simulator) {
    this.#service = service;
  }

  call(method: string, path: string, body?: object): { readonly status: number; readonly body: unknown } {
    const answer = this.#service.handle({
      method,
      url: `/v4${path}`,
      headers: { authorization: `Bearer ${this.#service.tokens.admin}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: JSON.parse(answer.body === '' ? 'null' : answer.body) as unknown };
  }

  /** The rows of a collection, the first 500 of them. */
  rows<T>(path: string): readonly T[] {
    return (this.call('GET', `${path}?page_size=500`).body as { readonly data: readonly T[] }).data;
  }
}
