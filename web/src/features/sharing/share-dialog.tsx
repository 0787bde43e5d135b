/** "Share": who sees the open page, changed at once, and the link to pass on. */
import { useQuery } from '@tanstack/react-query';
import { pageTitle } from '../../lib/page-title.ts';
import { absoluteUrl, pagePath } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CopyLink } from '../../ui/fields/copy-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { type PageVisibility, pageVisibilityQuery, useChangeVisibility } from './api/page-visibility.ts';
import { VisibilityField } from './visibility-field.tsx';

interface ShareDialogProps {
  readonly pageId: string;
  readonly onClose: () => void;
}

export function ShareDialog({ pageId, onClose }: ShareDialogProps) {
  const { data: page, error, refetch } = useQuery(pageVisibilityQuery(pageId));
  return (
    <Dialog open onClose={onClose} title="Share" description={pageTitle(page?.name)}>
      {page ? (
        <Choice pageId={pageId} page={page} />
      ) : error ? (
        <ErrorState
          title="The page’s visibility could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton className="h-56" />
      )}
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function Choice({ pageId, page }: { readonly pageId: string; readonly page: PageVisibility }) {
  const change = useChangeVisibility(pageId);
  const chosen = change.isPending ? change.variables : page.visibility;
  const isHiddenFromAbove = page.visibility !== 'private' && page.private_to !== null;
  return (
    <div className="flex flex-col gap-3">
      <VisibilityField
        pageId={pageId}
        value={chosen}
        saved={page.visibility}
        isHiddenFromAbove={isHiddenFromAbove}
        onChange={(visibility) => change.mutate(visibility)}
      />
      {chosen === 'workspace' && !isHiddenFromAbove && (
        <CopyLink label="Link for your workspace" link={absoluteUrl(pagePath(pageId))} />
      )}
      {change.error && <Notice kind="error">{change.error.message}</Notice>}
    </div>
  );
}
