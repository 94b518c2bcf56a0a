import packageFile from '../../package.json' with { type: 'json' };

/** The version of the operator. */
export const VERSION: string = packageFile.version;
