import * as z from 'zod';

/** A file in a request or an answer. */
export interface FileContent {
  /** The name of the file; null where it is sent without a form. */
  readonly name: string | null;
  readonly bytes: Uint8Array;
}

/** Media types of the files that operations carry. */
export type Media = 'image/png' | 'multipart/form-data';

const isFile = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array;

/** Builds the schema of a file. Each call returns another schema: a file has no table of fields. */
export const file = (): z.ZodType<FileContent> => z.custom<FileContent>(isFile);
