/** An account: who, in which state, and what may be done about it. */
import { LogOut, ShieldCheck, Trash2, UserCheck, UserX } from 'lucide-react';
import { useNow } from '../../../../lib/hooks/use-now.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu.tsx';
import type { Person } from '../../api/operator-queries.ts';
import { agoOf, dayOf, momentOf, number } from '../../state/words.ts';
import { RowMenu } from '../row-menu.tsx';
import { Cell } from '../table.tsx';

export type PersonAct = 'suspend' | 'restore' | 'sign-out' | 'delete';

interface PersonRowProps {
  readonly person: Person;
  readonly onAct: (act: PersonAct) => void;
}

export function PersonRow({ person, onAct }: PersonRowProps) {
  const now = useNow();
  const { email, name, last_sign_in_at: lastHere, created_at: since } = person;
  const shown = name || email || 'No name';
  return (
    <tr>
      <Cell className="max-w-72 sm:max-w-96">
        <div className="flex items-center gap-3">
          <Avatar name={shown} className="size-8 text-xs" />
          <div className="min-w-0">
            <p className="flex items-center gap-2">
              <span dir="auto" className="truncate font-medium" title={shown}>
                {shown}
              </span>
              {person.is_self && <Badge>You</Badge>}
              {person.is_operator && <Badge kind="accent">Operator</Badge>}
              {person.second_step && (
                <ShieldCheck className="size-4 shrink-0 text-ink-muted" aria-label="Two-step verification" />
              )}
            </p>
            {name !== '' && (
              <p className="truncate text-[0.8125rem] text-ink-muted" title={email ?? ''}>
                {email}
              </p>
            )}
          </div>
        </div>
      </Cell>
      <Cell>
        <State person={person} />
      </Cell>
      <Cell isNumber>{number(person.workspaces)}</Cell>
      <Cell isNumber>{number(person.sessions)}</Cell>
      <Cell className="text-ink-muted">
        {lastHere === null ? 'Never' : <time title={momentOf(lastHere)}>{agoOf(lastHere, now)}</time>}
      </Cell>
      <Cell className="text-ink-muted">
        <time title={momentOf(since)}>{dayOf(since)}</time>
      </Cell>
      <Cell isActions>
        <RowMenu name={shown}>
          <Acts person={person} onAct={onAct} />
        </RowMenu>
      </Cell>
    </tr>
  );
}

function Acts({ person, onAct }: PersonRowProps) {
  return (
    <>
      <MenuItem disabled={person.sessions === 0} onClick={() => onAct('sign-out')}>
        <LogOut aria-hidden />
        Sign out everywhere…
      </MenuItem>
      {person.is_suspended ? (
        <MenuItem onClick={() => onAct('restore')}>
          <UserCheck aria-hidden />
          Reactivate
        </MenuItem>
      ) : (
        <MenuItem disabled={person.is_operator} onClick={() => onAct('suspend')}>
          <UserX aria-hidden />
          Suspend…
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem danger disabled={person.is_operator} onClick={() => onAct('delete')}>
        <Trash2 aria-hidden />
        Delete…
      </MenuItem>
    </>
  );
}

function State({ person }: { readonly person: Person }) {
  if (person.is_suspended)
    return (
      <Badge kind="danger">
        <span title={`Until ${momentOf(person.banned_until ?? '')}`}>Suspended</span>
      </Badge>
    );
  if (person.email_confirmed_at !== null) return <span className="text-ink-muted">Active</span>;
  return <Badge kind="warning">{person.invited_at === null ? 'Not confirmed' : 'Invited'}</Badge>;
}
