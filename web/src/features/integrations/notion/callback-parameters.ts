/** The parameters of Notion's redirect after authorisation. */

export interface Grant {
  readonly code: string;
  /** Returned unchanged: the server knows by it who began this. */
  readonly state: string;
  /** Carried by the state. */
  readonly workspaceId: string;
}

export type CallbackParameters =
  | ({ readonly kind: 'granted' } & Grant)
  | { readonly kind: 'denied' }
  | { readonly kind: 'invalid' };

export function readCallback(parameters: URLSearchParams): CallbackParameters {
  if (parameters.has('error')) return { kind: 'denied' };
  const code = parameters.get('code');
  const state = parameters.get('state');
  const [workspaceId] = state?.split('.') ?? [];
  return code && state && workspaceId ? { kind: 'granted', code, state, workspaceId } : { kind: 'invalid' };
}
