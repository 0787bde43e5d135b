/** Lists what goes with an account, what stays, and what blocks it. */

import { Link } from 'react-router';
import { setApart } from '../../../../../../markdown/src/text/right-to-left.ts';
import { paths } from '../../../../lib/paths.ts';
import { LINK_CLASSES } from '../../../../ui/link-classes.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { type AffectedWorkspace, countGoingPages } from '../../state/deletion-plan.ts';

interface DeletionConsequencesProps {
  readonly workspaces: readonly AffectedWorkspace[];
  /** Called when the person follows a link to elsewhere. */
  readonly onLeave: () => void;
}

export function DeletionConsequences({ workspaces, onLeave }: DeletionConsequencesProps) {
  const withFate = (fate: AffectedWorkspace['fate']) => workspaces.filter((one) => one.fate === fate);
  const [blocking, doomed, staying] = [withFate('blocks'), withFate('deleted'), withFate('stays')];
  if (blocking.length > 0) return <Blocked workspaces={blocking} onLeave={onLeave} />;
  const hidden = staying.filter(({ pages, trashedPages }) => pages + trashedPages > 0);
  return (
    <div className="flex max-h-72 flex-col gap-4 overflow-y-auto">
      <section>
        <h3 className="font-medium">This is deleted</h3>
        <ul className="mt-1 list-disc space-y-1 ps-5 wrap-anywhere marker:text-ink-muted">
          <li>Your profile, and how you sign in, on every device</li>
          {doomed.map((workspace) => (
            <li key={workspace.id}>
              The workspace <strong className="font-medium">{workspace.name}</strong> with{' '}
              {countGoingPages(workspace)}: nobody else is in it
            </li>
          ))}
          {hidden.map((workspace) => (
            <li key={workspace.id}>
              {countGoingPages(workspace)} in <strong className="font-medium">{workspace.name}</strong> that
              only you see
            </li>
          ))}
        </ul>
      </section>
      {staying.length > 0 && (
        <section>
          <h3 className="font-medium">This stays</h3>
          <p className="mt-1 text-ink-muted wrap-anywhere">
            The pages you shared in {listed(staying)}, without your name.
          </p>
        </section>
      )}
    </div>
  );
}

function Blocked({ workspaces, onLeave }: DeletionConsequencesProps) {
  return (
    <Notice kind="warning" title="Others would be left without an owner">
      <p className="wrap-anywhere">
        You are the only owner of {listed(workspaces)}. Make someone else an owner, or delete{' '}
        {workspaces.length === 1 ? 'the workspace' : 'these workspaces'}, then come back.
      </p>
      <p>
        <Link to={paths.organizations} onClick={onLeave} className={LINK_CLASSES}>
          Open your workspaces
        </Link>
      </p>
    </Notice>
  );
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

function listed(workspaces: readonly AffectedWorkspace[]): string {
  return list.format(workspaces.map(({ name }) => setApart(`“${name}”`)));
}
