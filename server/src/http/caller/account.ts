/** The account that a request turned out to be of, for the log alone: only the resolver of callers verifies a token. */

const accounts = new WeakMap<object, string>();

export function noteAccount(request: object, claims: { readonly sub?: unknown }): void {
  if (typeof claims.sub === 'string') accounts.set(request, claims.sub);
}

/** @returns its id; undefined for anybody, for programs, and while nobody has asked */
export function accountOf(request: object): string | undefined {
  return accounts.get(request);
}
