/** Changes memberships as the operator: quicker than an invitation, for tests of something else. */
import type { Account } from './journey.ts';
import { callAsOperator } from './operator.ts';
import type { TrellisProcess } from './trellis-process.ts';

type Server = Pick<TrellisProcess, 'url' | 'dataDir'>;

interface Membership {
  readonly organization_id: string;
  readonly user_id: string;
}

interface Pair {
  readonly member: Account;
  /** Owns the workspace: the first that they became a member of. */
  readonly owner: Account;
}

export async function letIn(trellis: Server, pair: Pair): Promise<void> {
  const body = await membershipOf(trellis, pair);
  await callAsOperator(trellis, 'rest/v1/organization_members', { method: 'POST', body });
}

/** Dates the membership before their own workspace's, so that the app opens this one first. */
export async function moveIn(trellis: Server, pair: Pair): Promise<void> {
  const body = { ...(await membershipOf(trellis, pair)), joined_at: '2000-01-01T00:00:00Z' };
  await callAsOperator(trellis, 'rest/v1/organization_members', { method: 'POST', body });
}

export async function shutOut(trellis: Server, pair: Pair): Promise<void> {
  const { organization_id, user_id } = await membershipOf(trellis, pair);
  const filter = `organization_id=eq.${organization_id}&user_id=eq.${user_id}`;
  await callAsOperator(trellis, `rest/v1/organization_members?${filter}`, { method: 'DELETE' });
}

async function membershipOf(trellis: Server, { member, owner }: Pair): Promise<Membership> {
  const { organization_id } = await firstMembership(trellis, owner);
  const { user_id } = await firstMembership(trellis, member);
  return { organization_id, user_id };
}

async function firstMembership(trellis: Server, { email }: Account): Promise<Membership> {
  const query = new URLSearchParams({
    select: 'organization_id,user_id,user_profiles!inner()',
    'user_profiles.email': `eq.${email}`,
    order: 'joined_at',
    limit: '1',
  });
  const found = await callAsOperator(trellis, `rest/v1/organization_members?${query}`);
  const [membership] = found as readonly Membership[];
  if (!membership) throw new Error(`${email} is in no workspace`);
  return membership;
}
