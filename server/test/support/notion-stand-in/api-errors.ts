/** Errors as Notion's API writes them. */

export function apiError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ object: 'error', status, code, message, ...more }, { status, headers });
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function oauthError(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
