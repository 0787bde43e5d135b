/** Says what goes with an account, and asks for its address before it does. */
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../../ui/states/skeleton.tsx';
import { type Fate, fatesQuery, type Person } from '../../api/operator-queries.ts';
import { useAct } from '../../api/use-act.ts';
import { counted } from '../../state/words.ts';
import { TypedDialog } from '../typed-dialog.tsx';

interface DeletePersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

export function DeletePersonDialog({ person, onClose }: DeletePersonDialogProps) {
  const { data: fates, error, refetch } = useQuery(fatesQuery(person.id));
  const { mutate } = useAct();
  const email = person.email ?? person.id;
  const remove = () =>
    mutate({
      method: 'DELETE',
      path: `/people/${person.id}`,
      // The server deletes no workspace that is not named here.
      body: { workspaces: fates?.filter(({ fate }) => fate === 'deleted').map(({ id }) => id) ?? [] },
      done: `The account of ${person.name || email} is deleted`,
      failed: 'The account was not deleted',
    });
  return (
    <TypedDialog
      title={`Delete the account of ${person.name || email}?`}
      description="This action cannot be undone."
      name={email}
      what="the address"
      confirmLabel="Delete account"
      isReady={fates !== undefined}
      onClose={onClose}
      onConfirm={remove}
    >
      {error ? (
        <ErrorState
          title="Nobody can say what would go."
          failure={error}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </ErrorState>
      ) : fates === undefined ? (
        <SkeletonRows rows={2} label="Finding out what goes" />
      ) : (
        <ul className="flex list-disc flex-col gap-1 ps-5 text-ink-muted wrap-anywhere">
          <li>The profile, the sessions, favorites and private pages go.</li>
          {fates.map((fate) => (
            <li key={fate.id} className={fate.fate === 'deleted' ? 'text-danger' : undefined}>
              {wordsOf(fate)}
            </li>
          ))}
        </ul>
      )}
    </TypedDialog>
  );
}

function wordsOf({ name, fate, pages }: Fate): string {
  const alongside = pages > 0 ? ` with ${counted(pages, 'private page')} gone` : '';
  switch (fate) {
    case 'deleted':
      return `The workspace ${name} goes, with ${counted(pages, 'page')}: nobody else is in it.`;
    case 'inherited':
      return `${name} stays${alongside}, and another member becomes its owner.`;
    case 'stays':
      return `${name} stays${alongside}.`;
  }
}
