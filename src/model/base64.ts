/** Decodes base64 to UTF-8 text; null when it is invalid. */
export function decodeBase64(encoded: string): string | null {
  const letters = encoded.replaceAll(/\s/g, '');
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters)) return null;
  return new TextDecoder().decode(Uint8Array.from(atob(letters), (one) => one.charCodeAt(0)));
}
