/**
 * Finds a function's caller and their role in a workspace. The Data API checks the access token, whether its
 * session is still alive, and its second step; row-level security says what the caller sees.
 */

import { decodeBase64Url } from './base64.ts';
import { asCaller, dataError } from './data-api.ts';
import { Failure } from './failure.ts';
import { isUuid } from './uuid.ts';

export interface Member {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: 'owner' | 'admin' | 'member';
}

/** The caller's access token; empty without one. */
export function callerToken(request: Request): string {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

/** @throws {Failure} 401 without a good access token, 403 outside of the workspace */
export async function requireMember(request: Request, workspaceId: unknown): Promise<Member> {
  const accessToken = callerToken(request);
  const userId = subjectOf(accessToken);
  if (userId === undefined) throw new Failure(401, 'not_signed_in', 'Sign in first.');
  if (!isUuid(workspaceId)) throw new Failure(400, 'invalid_request', 'The request names no workspace.');
  const { data, error, status } = await asCaller(accessToken)
    .from('organization_members')
    .select('role, organization_id')
    .eq('organization_id', workspaceId)
    .eq('user_id', userId)
    .eq('status', 'active')
    .maybeSingle<{ role: Member['role']; organization_id: string }>();
  if (status === 401) throw new Failure(401, 'not_signed_in', 'Your session is over. Sign in again.');
  if (error) throw dataError(error);
  if (!data) throw new Failure(403, 'not_a_member', 'You are not in this workspace.');
  return { userId, organizationId: data.organization_id, role: data.role };
}

/** @throws {Failure} as {@link requireMember}, and 403 for a plain member */
export async function requireManager(request: Request, workspaceId: unknown): Promise<Member> {
  const member = await requireMember(request, workspaceId);
  if (isManager(member)) return member;
  throw new Failure(403, 'managers_only', 'Only owners and admins of the workspace can do this.');
}

export function isManager({ role }: Member): boolean {
  return role === 'owner' || role === 'admin';
}

/** The user's id in a token. The signature is not checked here: the Data API checks the same token. */
function subjectOf(accessToken: string): string | undefined {
  try {
    const payload = new TextDecoder().decode(decodeBase64Url(accessToken.split('.')[1] ?? ''));
    const { sub } = JSON.parse(payload) as { readonly sub?: unknown };
    return isUuid(sub) ? sub : undefined;
  } catch {
    return undefined;
  }
}
