/** The reason that a program ends. SIGPIPE: its output has no reader. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE';

/** Handles termination signals instead of exiting. Resolves with the first one; ignores later ones,
 *  because a terminal and npm may both forward the same Ctrl-C. */
export const interruption = (output: NodeJS.WriteStream): Promise<EndSignal> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => resolve(signal));
    output.on('error', () => resolve('SIGPIPE'));
  });

/** Keeps the process alive while a promise is pending, which a promise alone does not. */
export async function whileOpen<T>(promise: Promise<T>): Promise<T> {
  const keepAlive = setInterval(() => {}, 2 ** 30);
  return promise.finally(() => clearInterval(keepAlive));
}
