/** The workspaces a person is in, with the role they really have in each. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { avatarAddress } from '../../../lib/avatar-address.ts';
import { chooseWorkspace, membershipsQuery, ROLE_NAMES } from '../../../lib/current-workspace.ts';
import { paths } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';

export function WorkspacesCard() {
  const { user } = useSignedIn();
  const { data: workspaces } = useSuspenseQuery(membershipsQuery(user.id));
  return (
    <Card title="Workspaces">
      {workspaces.length === 0 ? (
        <p className="text-ink-muted">You are not a member of any workspace.</p>
      ) : (
        <ul className="-mx-1 -my-2 max-h-96 divide-y divide-line overflow-y-auto px-1">
          {workspaces.map(({ id, name, avatar, role }) => (
            <li key={id} className="flex flex-wrap items-center gap-3 py-2">
              <Avatar
                name={name}
                picture={avatarAddress(id, avatar)}
                of="workspace"
                className="size-9 text-sm"
              />
              <div className="min-w-32 flex-1">
                <p dir="auto" className="truncate text-left font-medium" title={name}>
                  {name}
                </p>
                <p className="text-[0.8125rem] text-ink-muted">{ROLE_NAMES[role]}</p>
              </div>
              <ButtonLink
                to={paths.workspaceSettings}
                aria-label={`Manage Workspace ${name}`}
                onClick={() => chooseWorkspace(user.id, id)}
              >
                Manage Workspace
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
