/** Brings pages and Notion in step when somebody wants it now, and says how far it is and what came of it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { pagePath } from '../../../../lib/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { LINK_CLASSES } from '../../../../ui/link-classes.ts';
import { Progress } from '../../../../ui/progress.tsx';
import { useSyncNotion } from '../api/sync-notion.ts';
import { pagesNotInStepQuery, syncRunQuery } from '../api/sync-queries.ts';
import { explainSync } from '../page-sync.ts';

const BringPagesDialog = lazy(async () => ({
  default: (await import('./bring-pages-dialog.tsx')).BringPagesDialog,
}));

const LOOK_EVERY_MS = 1000;

export function SyncNow({ workspaceId }: { readonly workspaceId: string }) {
  const sync = useSyncNotion(workspaceId);
  const [isBringing, setBringing] = useState(false);
  return (
    <>
      <Button onClick={() => setBringing(true)}>Import pages from Notion</Button>
      <Button busy={sync.isPending} onClick={() => sync.mutate()}>
        {sync.isPending ? 'Syncing…' : 'Sync Now'}
      </Button>
      <Suspense>
        {isBringing && <BringPagesDialog workspaceId={workspaceId} onClose={() => setBringing(false)} />}
      </Suspense>
    </>
  );
}

/** How far the sync is that is under way, and the pages that are not in step. */
export function SyncStanding({ workspaceId }: { readonly workspaceId: string }) {
  const { data: run } = useQuery({
    ...syncRunQuery(workspaceId),
    refetchInterval: (query) => (query.state.data?.hasEnded === false ? LOOK_EVERY_MS : 10 * LOOK_EVERY_MS),
  });
  const { data: problems = [] } = useQuery({
    ...pagesNotInStepQuery(workspaceId),
    refetchInterval: run?.hasEnded === false ? 5 * LOOK_EVERY_MS : false,
  });
  if (!run) return null;
  return (
    <div className="flex basis-full flex-col gap-3 text-[0.8125rem]">
      {run.hasEnded ? (
        <p className="text-ink-muted">
          {run.synced} of {run.total} {run.total === 1 ? 'page' : 'pages'} in step at the last sync.
        </p>
      ) : (
        <Progress
          label={`${run.done} of ${run.total} pages`}
          value={Math.floor((run.done / Math.max(run.total, 1)) * 100)}
        />
      )}
      {problems.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too
          tabIndex={0}
          aria-label="Pages that are not in step"
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line px-3"
        >
          {problems.map((page) => (
            <li key={page.pageId} className="py-2">
              <Link to={pagePath(page.pageId)} className={`${LINK_CLASSES} wrap-anywhere`}>
                {page.name || 'Untitled'}
              </Link>
              <p className="text-ink-muted">{explainSync(page)}</p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
