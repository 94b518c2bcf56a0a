/** The operator's service account in installations from `deploy/`. */
export const ACCOUNT = 'cloudinfra-operator';

/** Returns its user name in the API server. */
export const userOf = (home: string): string => `system:serviceaccount:${home}:${ACCOUNT}`;
