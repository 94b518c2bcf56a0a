import { dump } from 'js-yaml';
import type { Document } from './export.ts';

const WIDTH = 120;

/** Formats manifests as documents of one YAML text. */
export const asYaml = (documents: readonly Document[]): string =>
  documents
    .map((document) => `---\n${dump(document, { lineWidth: WIDTH, noRefs: true })}`)
    .join('');

/** Formats manifests as a List for kubectl. */
export const asJson = (documents: readonly Document[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: documents }, null, 2);
