/** What Notion's authorisation page sends a person back with. */

export type CallbackParameters =
  | { readonly kind: 'granted'; readonly code: string; readonly workspaceId: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'invalid' };

export function readCallback(parameters: URLSearchParams): CallbackParameters {
  if (parameters.has('error')) return { kind: 'denied' };
  const code = parameters.get('code');
  const workspaceId = parameters.get('state');
  return code && workspaceId ? { kind: 'granted', code, workspaceId } : { kind: 'invalid' };
}
