/** Why a program is to end. SIGPIPE: nobody reads any more what it writes. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE';

/** From now on a signal to end does not end this process. Resolves with the first one; a terminal
 *  and npm may both pass on the same Ctrl-C: what comes after the first is ignored. */
export const interruption = (output: NodeJS.WriteStream): Promise<EndSignal> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(signal));
    output.on('error', () => resolve('SIGPIPE'));
  });

/** Keeps the process alive while a promise is open: a promise alone does not. */
export async function whileOpen<T>(promise: Promise<T>): Promise<T> {
  const keepAlive = setInterval(() => {}, 2 ** 30);
  return promise.finally(() => clearInterval(keepAlive));
}
