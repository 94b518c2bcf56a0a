import type { Simulator } from '../../simulator/simulator.ts';
import type { Answer } from '../../src/cloud/http/answer.ts';
import { encodeBody } from '../../src/cloud/http/body.ts';
import type { HttpRequest } from '../../src/cloud/http/client.ts';
import { fail, ok, type Result } from '../../src/model/failure.ts';

/** The mishap of a request: none, no answer after its effect, no answer and no effect, or no
 *  connection. */
export type Mishap = 'none' | 'unanswered' | 'unsent' | 'unconnected';

/** A request that reached the service; `body`: its JSON text. */
export interface Arrival {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body: string;
}

/** Called for every request before its effect; the returned function is called after it. */
export type Witness = (arrival: Arrival) => () => void;

/** The transport from the operator to the simulator, without a network. */
export class Wire {
  /** Every received request: `POST /volumes`. */
  readonly sent: string[] = [];
  readonly witnesses: Witness[] = [];
  mishap: (request: string) => Mishap = () => 'none';
  /** Changes an answer in transit. */
  garble: (answer: Answer, request: HttpRequest) => Answer = (answer) => answer;
  /** Reports whether a request exceeds a limit, so that it has no effect, and the headers about the
   *  limit; null: no limit. */
  gate: (
    request: string,
  ) => { readonly isOver: boolean; readonly headers: Answer['headers'] } | null = () => null;
  readonly #service: Simulator;

  constructor(service: Simulator) {
    this.#service = service;
  }

  /** Sends a request; returns its result, and the delay in milliseconds. */
  send(request: HttpRequest): { readonly result: Result<Answer>; readonly afterMs: number } {
    const words = wordsFor(request);
    const mishap = this.mishap(words);
    if (mishap === 'unsent')
      return { result: fail({ code: 'Unreachable', detail: 'cut off' }), afterMs: 0 };
    if (mishap === 'unconnected')
      return {
        result: fail({ code: 'Unreachable', detail: 'refuses connections', isUnsent: true }),
        afterMs: 0,
      };
    this.sent.push(words);
    const gate = this.gate(words);
    if (gate?.isOver === true)
      return { result: ok({ status: 429, headers: gate.headers, text: TOO_MANY }), afterMs: 0 };
    const body = request.body === undefined ? '' : encodeBody(request.body);
    const told = this.witnesses.map((witness) =>
      witness({ method: request.method, path: pathOf(request), body }),
    );
    const answer = this.#service.handle({
      method: request.method,
      url: request.url.pathname + request.url.search,
      headers: {
        authorization: `Bearer ${request.token.reveal()}`,
        ...(request.filter === undefined ? {} : { 'x-filter': request.filter }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body }),
    });
    for (const tell of told) tell();
    const isCut = mishap === 'unanswered' || answer.cut !== 'none';
    const headers = { ...lowerCased(answer.headers), ...gate?.headers };
    const garbled = (): Answer =>
      this.garble({ status: answer.status, headers, text: answer.body }, request);
    return {
      result: isCut
        ? fail({ code: 'Unreachable', detail: 'cut off after the effect' })
        : ok(garbled()),
      afterMs: answer.delayMs,
    };
  }
}

const TOO_MANY = JSON.stringify({ errors: [{ reason: 'Too many requests' }] });

/** Converts header names to lower case, as a network client does. */
const lowerCased = (headers: Answer['headers']): Answer['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Formats a request without its query: `GET /volumes`. */
export const wordsFor = (request: HttpRequest): string => `${request.method} ${pathOf(request)}`;

const pathOf = (request: HttpRequest): string => request.url.pathname.replace('/v4', '');
