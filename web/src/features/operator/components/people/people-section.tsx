/** All accounts: found, invited, suspended, signed out and deleted. */
import { useQuery } from '@tanstack/react-query';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog.tsx';
import { PAGE_SIZE, type Person, type PersonState, peopleQuery } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { useList } from '../../state/use-list.ts';
import { Filter } from '../filter.tsx';
import { List, Pages, SearchField } from '../list.tsx';
import { Table } from '../table.tsx';
import { DeletePersonDialog } from './delete-person-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { type PersonAct, PersonRow } from './person-row.tsx';

const STATES: Readonly<Record<PersonState, string>> = {
  all: 'All',
  active: 'Active',
  waiting: 'Not confirmed',
  suspended: 'Suspended',
};

interface Asked {
  readonly act: 'suspend' | 'sign-out' | 'delete';
  readonly person: Person;
}

export function PeopleSection() {
  const { search, settled, filter, page, setSearch, setFilter, setPage } = useList<PersonState>('all');
  const query = useQuery(peopleQuery(settled, filter, page));
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const { mutate } = useAct();
  const close = () => setAsked(undefined);
  const choose = (person: Person, act: PersonAct) => {
    if (act === 'restore')
      mutate({
        path: `/people/${person.id}/restore`,
        done: `${nameOf(person)} may sign in again`,
        failed: 'The account is still suspended',
      });
    else setAsked({ act, person });
  };
  return (
    <section aria-label="People" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <SearchField label="Search by name or address" value={search} onChange={setSearch} />
        <Filter label="State" choices={STATES} value={filter} onChange={setFilter} />
        <Button look="primary" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden className="size-4" />
          Invite
        </Button>
      </div>
      <List
        name="The list of people"
        query={query}
        isEmpty={({ people }) => people.length === 0}
        empty={{ icon: Users, text: 'Nobody fits this search.' }}
      >
        {({ people, total }, isBusy) => (
          <>
            <Table
              label="People"
              columns={['Person', 'State', 'Workspaces', 'Devices', 'Last here', 'Since', '']}
              numeric={[2, 3]}
              isBusy={isBusy}
            >
              {people.map((person) => (
                <PersonRow key={person.id} person={person} onAct={(act) => choose(person, act)} />
              ))}
            </Table>
            <Pages
              page={page}
              onPage={setPage}
              shown={people.length}
              total={total}
              hasMore={page * PAGE_SIZE < total}
            />
          </>
        )}
      </List>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked?.act === 'delete' && <DeletePersonDialog person={asked.person} onClose={close} />}
      <ConfirmDialog
        open={asked?.act === 'suspend'}
        onClose={close}
        onConfirm={() =>
          asked &&
          mutate({
            path: `/people/${asked.person.id}/suspend`,
            done: `${nameOf(asked.person)} is suspended`,
            failed: 'The account was not suspended',
          })
        }
        title={`Suspend ${nameOf(asked?.person)}?`}
        description="They are signed out everywhere at once, and cannot sign in again until you reactivate the account. Nothing of theirs is lost."
        confirmLabel="Suspend"
      />
      <ConfirmDialog
        open={asked?.act === 'sign-out'}
        onClose={close}
        onConfirm={() =>
          asked &&
          mutate({
            path: `/people/${asked.person.id}/sign-out`,
            done: `${nameOf(asked.person)} is signed out everywhere`,
            failed: 'Nobody was signed out',
          })
        }
        title={`Sign out ${nameOf(asked?.person)}?`}
        description="Every device of theirs has to sign in again."
        confirmLabel="Sign out"
      />
    </section>
  );
}

function nameOf(person: Person | undefined): string {
  return person?.name || person?.email || 'this account';
}
