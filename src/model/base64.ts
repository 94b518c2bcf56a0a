/** The text that base64 stands for, read as UTF-8; null when it is no base64. */
export function decodeBase64(encoded: string): string | null {
  const letters = encoded.replaceAll(/\s/g, '');
  if (letters.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(letters)) return null;
  return new TextDecoder().decode(Uint8Array.from(atob(letters), (one) => one.charCodeAt(0)));
}
