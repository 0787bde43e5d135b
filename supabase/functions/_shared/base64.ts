/** Base64 and base64url (RFC 4648) of bytes, with what both Deno and Node have. */

export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** @returns no bytes for what is not base64url */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) return new Uint8Array();
  try {
    return decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return new Uint8Array();
  }
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
