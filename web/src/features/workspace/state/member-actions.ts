/** The actions offered on a member. The database decides for itself. */
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';

export type MemberAction = 'make-owner' | 'make-admin' | 'make-member' | 'hand-over' | 'remove' | 'leave';

interface Situation {
  /** The person's own role. */
  readonly own: WorkspaceRole;
  readonly theirs: WorkspaceRole;
  /** It is the person themselves. */
  readonly isSelf: boolean;
  /** There is another owner. */
  readonly isReplaceable: boolean;
}

export function memberActions({ own, theirs, isSelf, isReplaceable }: Situation): MemberAction[] {
  if (isSelf) {
    const isBound = own === 'owner' && !isReplaceable;
    return isBound ? [] : ['leave'];
  }
  if (own === 'owner')
    return theirs === 'owner'
      ? ['make-admin', 'make-member']
      : ['hand-over', 'make-owner', theirs === 'admin' ? 'make-member' : 'make-admin', 'remove'];
  if (own === 'admin' && theirs !== 'owner')
    return [theirs === 'admin' ? 'make-member' : 'make-admin', 'remove'];
  return [];
}
