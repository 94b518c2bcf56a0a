/** Advice for an unexpected answer of the service, by the failure's code or the condition's
 *  reason. */
const ADVICE: Readonly<Record<string, string>> = {
  Unauthenticated:
    'check that the token in CLOUD_API_TOKEN, or in the file of --token-file, is a valid token of this account',
  Denied: "the operator's own token comes from CLOUD_API_TOKEN, or from the file of --token-file",
  NotFound:
    'check that the address in CLOUD_API_URL or --api-url ends with the version, such as /v4',
  Unreachable: 'check that the address in CLOUD_API_URL or --api-url is the address of the service',
};

/** Returns advice for the user who supplied the address and token of the service. @returns null
 *  where the service's message is enough */
export const adviceFor = (code: string): string | null => ADVICE[code] ?? null;
