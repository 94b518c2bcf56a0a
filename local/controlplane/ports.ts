import { createServer } from 'node:net';

/** Ports below the ephemeral range. A killed and restarted server must get its port back: a client
 *  that dials a dead port of the ephemeral range may connect to itself and hold it. */
const FIRST = 20_000;
const COUNT = 10_000;
const TRIES = 50;

/** Returns a free port of 127.0.0.1; throws when 50 random ones are all taken. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports from ${FIRST} on is free`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () =>
      server.close(() => resolve(true)),
    );
  });
