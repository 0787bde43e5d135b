/** The role that invited people get. */
import type { WorkspaceRole } from '../../../lib/current-workspace.ts';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';

const ROLES = [
  { value: 'member', name: 'Member', meaning: 'Reads and writes the pages of the workspace' },
  { value: 'admin', name: 'Admin', meaning: 'Also invites, removes people and renames the workspace' },
] as const;

export type InvitedRole = (typeof ROLES)[number]['value'] & WorkspaceRole;

interface RoleChoiceProps {
  readonly value: InvitedRole;
  readonly onChange: (role: InvitedRole) => void;
}

export function RoleChoice(props: RoleChoiceProps) {
  return <RadioGroup label="Role" options={ROLES} {...props} />;
}
