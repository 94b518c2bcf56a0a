import type { FileContent, Media } from '../../src/api/file-content.ts';
import { type Refusal, refuse } from '../core/reply.ts';

/** Reports whether the body of a request is a file: its text has one character for each byte. */
export const carriesFile = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^(image\/|multipart\/)/i.test(contentType);

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const mediaOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim();

const BOUNDARY = /boundary="?([^";]+)"?/i;
const DISPOSITION = /^content-disposition:.*\bname="file".*\bfilename="([^"]*)"/im;
const BLANK = '\r\n\r\n';

/** Reads the part `file` of a form. The form is that of RFC 7578. */
const partOf = (text: string, contentType: string): FileContent | Refusal => {
  const boundary = BOUNDARY.exec(contentType)?.[1];
  const parts = boundary === undefined ? [] : text.split(`--${boundary}`);
  for (const part of parts) {
    const head = part.indexOf(BLANK);
    const name = DISPOSITION.exec(part.slice(0, Math.max(0, head)))?.[1];
    if (name !== undefined)
      return { name, bytes: bytesOf(part.slice(head + BLANK.length).replace(/\r\n$/, '')) };
  }
  return refuse('file is required', 'file');
};

/** Reads the file in a request. @param text the body, one character for each byte */
export const parseFile = (
  text: string,
  contentType: string | undefined,
  media: Media,
): { readonly body: FileContent } | Refusal => {
  if (contentType === undefined || mediaOf(contentType).toLowerCase() !== media)
    return refuse(`Content-Type must be ${media}`);
  if (media !== 'multipart/form-data') return { body: { name: null, bytes: bytesOf(text) } };
  const part = partOf(text, contentType);
  return 'kind' in part ? part : { body: part };
};
