import { drawWithin } from '../../core/random.ts';
import type { World } from '../../core/world.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const BASE64 = `${LETTERS}+/`;

const drawText = (world: World, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[drawWithin(world, [0, alphabet.length - 1])]).join('');

/** The user that the service creates. Source: databases#credentials. */
export const USERNAME = 'linroot';

/** Generates a password as the service does. */
export const drawPassword = (world: World): string => drawText(world, LETTERS, 16);

const CERTIFICATE_LINES = 12;

/** Generates a certificate in PEM form, in base64; only its form is real. Source:
 *  databases#hosts-and-certificate. */
export const drawCertificate = (world: World): string => {
  const lines = Array.from({ length: CERTIFICATE_LINES }, () => drawText(world, BASE64, 64));
  return Buffer.from(
    `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  ).toString('base64');
};
