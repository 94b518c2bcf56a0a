import type { Dispatcher } from 'undici';

/** Aborts a request before its first byte: this process may not write. */
export class NotLeading extends Error {}

/** Checks again whether this process may write when a connection takes a request that is not a GET.
 *  A request may wait for a connection or its creation, and the process may have been suspended
 *  there for longer than its Lease.
 *  @param mayWrite called immediately before the first byte @throws NotLeading into the request */
export const fencedBy =
  (mayWrite: () => boolean): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, options.method === 'GET' ? handler : fenced(handler, mayWrite));

const fenced = (
  handler: Dispatcher.DispatchHandler,
  mayWrite: () => boolean,
): Dispatcher.DispatchHandler => ({
  onRequestStart: (controller, context) => {
    if (!mayWrite()) throw new NotLeading();
    handler.onRequestStart?.(controller, context);
  },
  onResponseStart: (...answer) => handler.onResponseStart?.(...answer),
  onResponseData: (...chunk) => handler.onResponseData?.(...chunk),
  onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
  onResponseError: (...error) => handler.onResponseError?.(...error),
});
