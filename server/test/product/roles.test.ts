/**
 * Roles × actions, through the real client: everyone tries each action in a workspace of its own.
 * A refused action changes nothing.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';
import { clientOf, type Person, signUp } from './people.ts';

const ROLES = ['owner', 'admin', 'member', 'outsider', 'locked', 'anonymous'] as const;
type Role = (typeof ROLES)[number];

/** The workspace that an action is tried in, and the people in it beside the one who tries. */
interface World {
  readonly organizationId: string;
  readonly pageId: string;
  readonly invitationId: string;
  /** The secret of an invitation for somebody else. */
  readonly token: string;
  /** Memberships. */
  readonly owner: string;
  readonly admin: string;
  readonly member: string;
  /** The account of the person who tries; a made-up one without an account. */
  readonly selfId: string;
}

interface Outcome {
  readonly data: unknown;
  readonly error: { readonly code?: string; readonly message: string } | null;
}

interface Action {
  readonly name: string;
  /** A letter for each of ROLES that may, in their order; `-` for one that may not. */
  readonly allowed: string;
  readonly attempt: (client: SupabaseClient, world: World) => PromiseLike<Outcome>;
}

const setRole = (who: 'owner' | 'admin' | 'member', role: string): Action['attempt'] => {
  return (client, world) =>
    client.from('organization_members').update({ role }).eq('id', world[who]).select('id');
};
const remove = (who: 'owner' | 'admin' | 'member'): Action['attempt'] => {
  return (client, world) => client.from('organization_members').delete().eq('id', world[who]).select('id');
};
const invite = (role: string): Action['attempt'] => {
  return (client, { organizationId }) =>
    client.rpc('create_invitations', { organization_id: organizationId, emails: ['new@example.com'], role });
};
const change = (values: object): Action['attempt'] => {
  return (client, { organizationId }) =>
    client.from('organizations').update(values).eq('id', organizationId).select('id');
};

// owner, admin, member, outsider, locked (an owner without their second step), anonymous
const ACTIONS: readonly Action[] = [
  {
    name: 'see the workspace',
    allowed: 'oam---',
    attempt: (client, { organizationId }) =>
      client.from('organizations').select('id').eq('id', organizationId),
  },
  {
    name: 'see its members',
    allowed: 'oam---',
    attempt: (client, { organizationId }) =>
      client.from('organization_members').select('id').eq('organization_id', organizationId),
  },
  {
    name: 'read its pages',
    allowed: 'oam---',
    attempt: (client, { pageId }) => client.from('pages').select('id').eq('id', pageId),
  },
  {
    name: 'write its pages',
    allowed: 'oam---',
    attempt: (client, { pageId }) =>
      client.from('pages').update({ name: 'Changed' }).eq('id', pageId).select('id'),
  },
  {
    name: 'add pages',
    allowed: 'oam---',
    attempt: (client, { organizationId }) =>
      client.from('pages').insert({ organization_id: organizationId, order_index: 9 }).select('id'),
  },
  { name: 'rename the workspace', allowed: 'oa----', attempt: change({ name: 'Changed' }) },
  { name: 'suspend the workspace', allowed: '------', attempt: change({ status: 'suspended' }) },
  {
    name: 'delete the workspace',
    allowed: 'o-----',
    attempt: (client, { organizationId }) =>
      client.from('organizations').delete().eq('id', organizationId).select('id'),
  },
  {
    name: 'put themselves in as owner',
    allowed: '------',
    attempt: (client, { organizationId, selfId }) =>
      client
        .from('organization_members')
        .upsert(
          { organization_id: organizationId, user_id: selfId, role: 'owner' },
          { onConflict: 'organization_id,user_id' },
        )
        .select('id'),
  },
  { name: 'make a member an admin', allowed: 'oa----', attempt: setRole('member', 'admin') },
  { name: 'make a member an owner', allowed: 'o-----', attempt: setRole('member', 'owner') },
  { name: 'make an admin an owner', allowed: 'o-----', attempt: setRole('admin', 'owner') },
  { name: 'make an admin a member', allowed: 'oa----', attempt: setRole('admin', 'member') },
  { name: 'make another owner an admin', allowed: 'o-----', attempt: setRole('owner', 'admin') },
  { name: 'remove a member', allowed: 'oa----', attempt: remove('member') },
  { name: 'remove an admin', allowed: 'oa----', attempt: remove('admin') },
  { name: 'remove another owner', allowed: '------', attempt: remove('owner') },
  {
    name: 'leave',
    allowed: 'oam---',
    attempt: (client, { organizationId, selfId }) =>
      client
        .from('organization_members')
        .delete()
        .eq('organization_id', organizationId)
        .eq('user_id', selfId)
        .select('id'),
  },
  {
    name: 'hand the workspace over',
    allowed: 'o-----',
    attempt: (client, { organizationId, member }) =>
      client.rpc('hand_over_ownership', { organization_id: organizationId, member_id: member }),
  },
  { name: 'invite a member', allowed: 'oa----', attempt: invite('member') },
  { name: 'invite an admin', allowed: 'oa----', attempt: invite('admin') },
  { name: 'invite an owner', allowed: '------', attempt: invite('owner') },
  {
    name: 'see who is invited',
    allowed: 'oa----',
    attempt: (client, { organizationId }) =>
      client.from('organization_invitations').select('id, email').eq('organization_id', organizationId),
  },
  {
    name: 'read the hash of an invitation’s secret',
    allowed: '------',
    attempt: (client, { invitationId }) =>
      client.from('organization_invitations').select('token_hash').eq('id', invitationId),
  },
  {
    name: 'write an invitation by hand',
    allowed: '------',
    attempt: (client, { organizationId }) =>
      client
        .from('organization_invitations')
        .insert({ organization_id: organizationId, token_hash: 'x', expires_at: '2100-01-01' }),
  },
  {
    name: 'change an invitation',
    allowed: '------',
    attempt: (client, { invitationId }) =>
      client.from('organization_invitations').update({ role: 'admin' }).eq('id', invitationId).select('id'),
  },
  {
    name: 'renew an invitation',
    allowed: 'oa----',
    attempt: (client, { invitationId }) => client.rpc('renew_invitation', { invitation_id: invitationId }),
  },
  {
    name: 'take an invitation back',
    allowed: 'oa----',
    attempt: (client, { invitationId }) => client.rpc('revoke_invitation', { invitation_id: invitationId }),
  },
  {
    name: 'make a join link',
    allowed: 'oa----',
    attempt: (client, { organizationId }) =>
      client.rpc('create_join_link', { organization_id: organizationId }),
  },
  {
    name: 'close the join links',
    allowed: 'oa----',
    attempt: (client, { organizationId }) =>
      client.rpc('revoke_join_links', { organization_id: organizationId }),
  },
  {
    name: 'make a join link for owners',
    allowed: '------',
    attempt: (client, { organizationId }) =>
      client.rpc('create_join_link', { organization_id: organizationId, role: 'owner' }),
  },
  {
    name: 'accept the invitation of another address',
    allowed: '------',
    attempt: (client, { token }) => client.rpc('accept_invitation', { token }),
  },
];

const server = useTestServer();
const people = new Map<Role, Person>();
let others: Record<'owner' | 'admin' | 'member', Person>;
let operator: SupabaseClient;

beforeAll(async () => {
  operator = clientOf(server(), server().secrets.secretKey);
  for (const role of ROLES) if (role !== 'anonymous') people.set(role, await signUp(server(), role));
  others = {
    owner: await signUp(server(), 'Other owner'),
    admin: await signUp(server(), 'Other admin'),
    member: await signUp(server(), 'Other member'),
  };
  await server().database.asOwner((transaction) =>
    transaction.query({
      text: `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
        values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
      values: [people.get('locked')?.id ?? null],
    }),
  );
});

/** @throws {Error} when the operator is refused */
async function insert(table: string, row: object): Promise<{ readonly id: string }> {
  const { data, error } = await operator.from(table).insert(row).select('id').single();
  if (error) throw error;
  return data;
}

async function createWorld(role: Role): Promise<World> {
  const organization = await insert('organizations', { name: 'Shared', created_by: others.owner.id });
  const join = (person: Person, as: string) =>
    insert('organization_members', { organization_id: organization.id, user_id: person.id, role: as });
  const self = people.get(role);
  if (self && role !== 'outsider') await join(self, role === 'locked' ? 'owner' : role);
  const admin = await join(others.admin, 'admin');
  const member = await join(others.member, 'member');
  const owner = await operator
    .from('organization_members')
    .select('id')
    .eq('organization_id', organization.id)
    .eq('user_id', others.owner.id)
    .single();
  const page = await insert('pages', {
    organization_id: organization.id,
    name: 'Page',
    order_index: 1,
    created_by: others.owner.id,
  });
  const token = randomUUID();
  const invitation = await insert('organization_invitations', {
    organization_id: organization.id,
    email: 'somebody.else@example.com',
    token_hash: createHash('sha256').update(token).digest('hex'),
    invited_by: others.owner.id,
    expires_at: '2100-01-01',
    max_uses: 1,
  });
  return {
    organizationId: organization.id,
    pageId: page.id,
    invitationId: invitation.id,
    token,
    owner: owner.data?.id,
    admin: admin.id,
    member: member.id,
    selfId: self?.id ?? randomUUID(),
  };
}

/** Everything that there is in the workspace, bypassing row-level security. */
async function everythingIn({ organizationId }: World): Promise<unknown> {
  const of = (table: string, column = 'organization_id') =>
    operator.from(table).select('*').eq(column, organizationId).order('id');
  const answers = await Promise.all([
    of('organizations', 'id'),
    of('organization_members'),
    of('organization_invitations'),
    of('pages'),
  ]);
  return answers.map(({ data, error }) => error ?? data);
}

function hasHappened({ data, error }: Outcome): boolean {
  return error === null && data !== false && !(Array.isArray(data) && data.length === 0);
}

describe.each(ROLES)('%s', (role) => {
  const cells = ACTIONS.map(({ allowed, ...action }) => ({
    ...action,
    may: allowed[ROLES.indexOf(role)] !== '-',
  }));

  test.each(cells)('$name: $may', async ({ may, attempt }) => {
    const world = await createWorld(role);
    const before = await everythingIn(world);
    const client = people.get(role)?.client ?? clientOf(server(), server().secrets.publishableKey);
    const outcome = await attempt(client, world);
    expect(hasHappened(outcome), JSON.stringify(outcome.error ?? outcome.data)).toBe(may);
    if (!may) expect(await everythingIn(world)).toEqual(before);
  });
});
