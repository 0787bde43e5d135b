/** All workspaces: found, suspended and deleted. */

import { useQuery } from '@tanstack/react-query';
import { Building2, DoorClosed, DoorOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { setApart } from '../../../../../../markdown/src/text/right-to-left.ts';
import { avatarAddress } from '../../../../lib/avatar-address.ts';
import { formatBytes } from '../../../../lib/format/format-bytes.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu.tsx';
import { type OperatedWorkspace, PAGE_SIZE, workspacesQuery } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { useList } from '../../state/use-list.ts';
import { counted, dayOf, momentOf, number } from '../../state/words.ts';
import { List, Pages, SearchField } from '../list.tsx';
import { RowMenu } from '../row-menu.tsx';
import { Cell, Table } from '../table.tsx';
import { TypedDialog } from '../typed-dialog.tsx';

type WorkspaceAct = 'close' | 'open' | 'delete';

interface Asked {
  readonly act: WorkspaceAct;
  readonly workspace: OperatedWorkspace;
}

export function WorkspacesSection() {
  const { search, settled, page, setSearch, setPage } = useList('all');
  const query = useQuery(workspacesQuery(settled, page));
  const [asked, setAsked] = useState<Asked>();
  const { mutate } = useAct();
  const close = () => setAsked(undefined);
  const choose = (workspace: OperatedWorkspace, act: WorkspaceAct) => {
    if (act === 'open')
      mutate({
        path: `/workspaces/${workspace.id}/open`,
        done: `${workspace.name} is open again`,
        failed: 'The workspace is still suspended',
      });
    else setAsked({ workspace, act });
  };
  return (
    <section aria-label="Workspaces" className="flex flex-col gap-4">
      <div className="flex">
        <SearchField label="Search by name or member" value={search} onChange={setSearch} />
      </div>
      <List
        name="The list of workspaces"
        query={query}
        isEmpty={({ workspaces }) => workspaces.length === 0}
        empty={{ icon: Building2, text: 'No workspace fits this search.' }}
      >
        {({ workspaces, total }, isBusy) => (
          <>
            <Table
              label="Workspaces"
              columns={['Workspace', 'State', 'Members', 'Pages', 'Files', 'Since', '']}
              numeric={[2, 3, 4]}
              isBusy={isBusy}
            >
              {workspaces.map((workspace) => (
                <WorkspaceRow
                  key={workspace.id}
                  workspace={workspace}
                  onAct={(act) => choose(workspace, act)}
                />
              ))}
            </Table>
            <Pages
              page={page}
              onPage={setPage}
              shown={workspaces.length}
              total={total}
              hasMore={page * PAGE_SIZE < total}
            />
          </>
        )}
      </List>
      <ConfirmDialog
        open={asked?.act === 'close'}
        onClose={close}
        onConfirm={() =>
          asked &&
          mutate({
            path: `/workspaces/${asked.workspace.id}/close`,
            done: `${asked.workspace.name} is suspended`,
            failed: 'The workspace was not suspended',
          })
        }
        title={`Suspend ${asked?.workspace.name}?`}
        description="Its members can no longer open it, until you reactivate it. Nothing in it is lost."
        confirmLabel="Suspend"
      />
      {asked?.act === 'delete' && (
        <TypedDialog
          title={`Delete ${asked.workspace.name}?`}
          description={`Its ${counted(asked.workspace.pages, 'page')}, with their versions and ${formatBytes(asked.workspace.file_bytes)} of files, go for all of its ${counted(asked.workspace.members, 'member')}. This action cannot be undone.`}
          name={asked.workspace.name}
          what="the workspace’s name"
          confirmLabel="Delete workspace"
          onClose={close}
          onConfirm={() =>
            mutate({
              method: 'DELETE',
              path: `/workspaces/${asked.workspace.id}`,
              body: { name: asked.workspace.name },
              done: `${asked.workspace.name} is deleted`,
              failed: 'The workspace was not deleted',
            })
          }
        />
      )}
    </section>
  );
}

interface WorkspaceRowProps {
  readonly workspace: OperatedWorkspace;
  readonly onAct: (act: WorkspaceAct) => void;
}

function WorkspaceRow({ workspace, onAct }: WorkspaceRowProps) {
  const { id, name, status, owners } = workspace;
  return (
    <tr>
      <Cell className="max-w-72 sm:max-w-96">
        <div className="flex items-center gap-3">
          <Avatar name={name} picture={avatarAddress(id, null)} of="workspace" className="size-8 text-xs" />
          <div className="min-w-0">
            <p dir="auto" className="truncate text-left font-medium" title={name}>
              {name}
            </p>
            <p className="truncate text-[0.8125rem] text-ink-muted" title={owners.map(setApart).join(', ')}>
              {owners.map(setApart).join(', ') || 'No owner'}
            </p>
          </div>
        </div>
      </Cell>
      <Cell>
        {status === 'active' ? (
          <span className="text-ink-muted">Active</span>
        ) : (
          <Badge kind="danger">Suspended</Badge>
        )}
      </Cell>
      <Cell isNumber>{number(workspace.members)}</Cell>
      <Cell isNumber>{number(workspace.pages)}</Cell>
      <Cell isNumber>{formatBytes(workspace.file_bytes)}</Cell>
      <Cell className="text-ink-muted">
        <time title={momentOf(workspace.created_at)}>{dayOf(workspace.created_at)}</time>
      </Cell>
      <Cell isActions>
        <RowMenu name={name}>
          {status === 'active' ? (
            <MenuItem onClick={() => onAct('close')}>
              <DoorClosed aria-hidden />
              Suspend…
            </MenuItem>
          ) : (
            <MenuItem onClick={() => onAct('open')}>
              <DoorOpen aria-hidden />
              Reactivate
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem danger onClick={() => onAct('delete')}>
            <Trash2 aria-hidden />
            Delete…
          </MenuItem>
        </RowMenu>
      </Cell>
    </tr>
  );
}
