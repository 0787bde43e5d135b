/** Turns a request into a call of the database, which decides whether it is allowed. */
import { Failure } from '../_shared/failure.ts';

export interface Order {
  readonly name: 'create_invitations' | 'renew_invitation';
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Body = Readonly<Record<string, unknown>>;

/** @throws {Failure} */
export function readCreation({ organizationId, emails, role = 'member' }: Body): Order {
  const isWhole =
    typeof organizationId === 'string' &&
    typeof role === 'string' &&
    Array.isArray(emails) &&
    emails.every((email) => typeof email === 'string');
  if (!isWhole) throw incomplete();
  return { name: 'create_invitations', parameters: { organization_id: organizationId, emails, role } };
}

/** @throws {Failure} */
export function readRenewal({ invitationId }: Body): Order {
  if (typeof invitationId !== 'string') throw incomplete();
  return { name: 'renew_invitation', parameters: { invitation_id: invitationId } };
}

export function incomplete(): Failure {
  return new Failure(400, 'invalid_request', 'The request is incomplete.');
}
