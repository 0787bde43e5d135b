/** What is asked for, as a call of the database. Whether it may be is decided there. */

export interface Order {
  readonly name: 'create_invitations' | 'renew_invitation';
  readonly parameters: Readonly<Record<string, unknown>>;
}

export function readCreation(body: unknown): Order | undefined {
  const organization = field(body, 'organizationId');
  const emails = field(body, 'emails');
  const role = field(body, 'role') ?? 'member';
  if (typeof organization !== 'string' || typeof role !== 'string') return undefined;
  if (!Array.isArray(emails) || !emails.every((email) => typeof email === 'string')) return undefined;
  return { name: 'create_invitations', parameters: { organization_id: organization, emails, role } };
}

export function readRenewal(body: unknown): Order | undefined {
  const id = field(body, 'invitationId');
  return typeof id === 'string' ? { name: 'renew_invitation', parameters: { invitation_id: id } } : undefined;
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
