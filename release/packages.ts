/** The folder of an installed package, from the root of the repository, with slashes: `node_modules/zod`. */
export type PackageFolder = string;

const WITHIN_PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** The package that a file is of. @param path from the root of the repository @returns null for a file of our own */
export const packageFolderOf = (path: string): PackageFolder | null => WITHIN_PACKAGE.exec(path)?.[0] ?? null;
