import { z } from 'zod';
import { Namespace } from '../../config/values.ts';
import { pathText } from '../../model/parse.ts';
import type { Objection } from './admission.ts';

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const Texts = z.record(z.string(), z.string());

/** The metadata of a manifest, as far as a plan reads them. */
export const Metadata = z.looseObject({
  name: z
    .string('is needed')
    .max(253)
    .regex(SUBDOMAIN, 'must be lower case letters, digits, dashes and dots'),
  namespace: Namespace.optional(),
  labels: Texts.nullish(),
  annotations: Texts.nullish(),
});

/** Returns the problems of parsed metadata, with their paths in the manifest. */
export const metadataObjections = (parsed: z.ZodSafeParseResult<unknown>): readonly Objection[] =>
  (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: `metadata${pathText(path)}`,
    reason: message,
  }));
