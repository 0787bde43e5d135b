/** Reads an access token's claims, unverified: the server verifies the token at every request. */

/** @returns its claims; none of a token that cannot be read */
export function claimsOf(accessToken: string): Readonly<Record<string, unknown>> {
  try {
    const [, payload = ''] = accessToken.split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
