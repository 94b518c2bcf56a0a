import type { StackScript } from '../../api/stackscripts.ts';
import { type Manifest, specFrom } from '../../model/manifest.ts';
import { type Fields, named } from '../../model/step.ts';
import type { Desired, Observed } from './types.ts';

/** Returns the label of a new script. */
export const labelOf = ({ spec, name }: Desired): string => spec.label ?? name;

/** Returns the canonical form of a list of images: unique and sorted, without the nulls that
 *  deleted images leave. Source: images#stackscripts. */
export const canonicalImages = (images: readonly (string | null)[]): readonly string[] =>
  [...new Set(images.filter((image) => image !== null))].toSorted();

/** Returns the managed fields. */
export const stackScriptWants = ({ spec }: Desired): Fields =>
  named({
    label: spec.label,
    script: spec.script,
    images: spec.images && canonicalImages(spec.images),
    description: spec.description,
    revNote: spec.revNote,
    public: spec.public,
  });

/** Returns the same fields of an item. */
export const stackScriptHas = (item: StackScript): Fields => ({
  label: item.label,
  script: item.script,
  images: canonicalImages(item.images),
  description: item.description,
  revNote: item.rev_note,
  public: item.is_public,
});

/** Converts a script to a manifest. Source: images#stackscripts. */
export const stackScriptManifest: Manifest<StackScript, Observed> = {
  specOf: ({ item }) => specFrom(stackScriptHas(item), { public: false }),
};
