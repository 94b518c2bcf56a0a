/** What to look at where the service did not answer as it should, by the failure's code or the
 *  reason of the condition that tells of it. */
const ADVICE: Readonly<Record<string, string>> = {
  Unauthenticated:
    'is the token in CLOUD_API_TOKEN, or in the file of --token-file, a valid one of this account?',
  Denied: "the operator's own token is the one in CLOUD_API_TOKEN, or in the file of --token-file",
  NotFound:
    'does the address in CLOUD_API_URL, or behind --api-url, end with the version, such as /v4?',
  Unreachable: 'is the address in CLOUD_API_URL, or behind --api-url, that of the service?',
};

/** What leads on, for the person who gave address and token of the service. @returns null where
 *  what the service said is enough */
export const adviceFor = (code: string): string | null => ADVICE[code] ?? null;
