/** Advice for an unexpected answer of the service, by the failure's code or the condition's
 *  reason. */
const ADVICE: Readonly<Record<string, string>> = {
  Unauthenticated:
    'is the token in CLOUD_API_TOKEN, or in the file of --token-file, a valid one of this account?',
  Denied: "the operator's own token is the one in CLOUD_API_TOKEN, or in the file of --token-file",
  NotFound:
    'does the address in CLOUD_API_URL, or behind --api-url, end with the version, such as /v4?',
  Unreachable: 'is the address in CLOUD_API_URL, or behind --api-url, that of the service?',
};

/** Returns advice for the user who supplied the address and token of the service. @returns null
 *  where the service's message is enough */
export const adviceFor = (code: string): string | null => ADVICE[code] ?? null;
