/** Above an open page: why it is not in step with its Notion page, and what can be done. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { usePagesUpdated } from '../../../lib/page/pages-updated.ts';
import { pageHistoryPath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { LINK_CLASSES } from '../../../ui/link-classes.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useSyncPage } from './api/sync-page.ts';
import { pageLinkQuery } from './api/sync-queries.ts';
import { explainSync, needsChoice } from './page-sync.ts';

interface NotionPageNoticeProps {
  readonly organizationId: string;
  readonly pageId: string;
}

export function NotionPageNotice({ organizationId, pageId }: NotionPageNoticeProps) {
  const { data: link, refetch } = useQuery(pageLinkQuery(pageId));
  const sync = useSyncPage(organizationId, pageId);
  usePagesUpdated(({ kind }) => {
    // How the last sync went does not change while somebody writes.
    if (kind !== 'texts' && kind !== 'favorites') void refetch();
  });
  const standing = link?.isLinked ? link.sync : null;
  const sentence = standing ? explainSync(standing) : undefined;
  if (!standing || sentence === undefined) return null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-4 sm:px-8">
      <Notice kind="warning" title="Not in step with Notion">
        <p>
          {sentence}
          {standing.state === 'conflict' && (
            <>
              {' '}
              <Link to={pageHistoryPath(pageId)} className={LINK_CLASSES}>
                Compare in the history
              </Link>
            </>
          )}
        </p>
        <div className="flex flex-wrap gap-2">
          {needsChoice(standing) ? (
            <>
              <Button busy={sync.isPending} onClick={() => sync.mutate('ours')}>
                Keep this text
              </Button>
              <Button busy={sync.isPending} onClick={() => sync.mutate('theirs')}>
                Take Notion’s text
              </Button>
            </>
          ) : (
            <Button busy={sync.isPending} onClick={() => sync.mutate(undefined)}>
              {sync.isPending ? 'Syncing…' : 'Try again'}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  );
}
