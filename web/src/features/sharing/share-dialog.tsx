/** "Share": who sees a page, changed at once, and the link to pass on. The only place that says all of it. */
import { useQuery } from '@tanstack/react-query';
import { pageTitle } from '../../lib/page/page-title.ts';
import { absoluteUrl, pagePath, publicPagePath } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { CopyLink } from '../../ui/fields/copy-link.tsx';
import { LINK_CLASSES } from '../../ui/link-classes.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { type PageVisibility, pageVisibilityQuery, useChangeVisibility } from './api/page-visibility.ts';
import { PublicSwitches } from './public-switches.tsx';
import { VisibilityField } from './visibility-field.tsx';

interface NamedPage {
  readonly id: string;
  readonly name: string;
}

interface ShareDialogProps {
  readonly organizationId: string;
  readonly page: NamedPage;
  /** How many pages would be public with it. */
  readonly pagesBeneath: number;
  /** The page above that shares this one with its subpages. */
  readonly sharedWith: NamedPage | undefined;
  /** Opens the dialog of another page. */
  readonly onShare: (page: NamedPage) => void;
  readonly onClose: () => void;
}

export function ShareDialog(props: ShareDialogProps) {
  const { page, onClose } = props;
  const { data, error, refetch } = useQuery(pageVisibilityQuery(page.id));
  return (
    <Dialog open onClose={onClose} title="Share" description={pageTitle(page.name)}>
      {data ? (
        <Choice {...props} saved={data} />
      ) : error ? (
        <ErrorState
          title="The page’s visibility could not be loaded"
          failure={error}
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

function Choice(props: ShareDialogProps & { readonly saved: PageVisibility }) {
  const { organizationId, page, pagesBeneath, saved, onShare } = props;
  const change = useChangeVisibility(organizationId, page.id);
  const chosen = change.isPending ? change.variables : saved.visibility;
  const isHiddenFromAbove = saved.visibility !== 'private' && saved.private_to !== null;
  const isPublic = chosen === 'public' && saved.visibility === 'public' && !isHiddenFromAbove;
  const sharedWith = chosen === 'workspace' ? props.sharedWith : undefined;
  const isForWorkspace = chosen === 'workspace' && !sharedWith && !isHiddenFromAbove;
  return (
    <div className="flex flex-col gap-4">
      <VisibilityField
        value={chosen}
        isHiddenFromAbove={isHiddenFromAbove}
        onChange={(visibility) => change.mutate(visibility)}
      />
      {sharedWith && <SharedWith page={sharedWith} onShare={onShare} />}
      {(isPublic || sharedWith) && (
        <CopyLink label="Public link" link={absoluteUrl(publicPagePath(page.id))} />
      )}
      {isForWorkspace && <CopyLink label="Link for your workspace" link={absoluteUrl(pagePath(page.id))} />}
      {isPublic && (
        <PublicSwitches organizationId={organizationId} pageId={page.id} pagesBeneath={pagesBeneath} />
      )}
      {change.error && (
        <Notice kind="error" failure={change.error}>
          {change.error.message}
        </Notice>
      )}
    </div>
  );
}

interface SharedWithProps {
  readonly page: NamedPage;
  readonly onShare: (page: NamedPage) => void;
}

function SharedWith({ page, onShare }: SharedWithProps) {
  return (
    <Notice kind="warning">
      <p>
        Public, as part of{' '}
        <button type="button" className={LINK_CLASSES} onClick={() => onShare(page)}>
          “{pageTitle(page.name)}”
        </button>
        . Make this page private, or move it elsewhere, to take it out.
      </p>
    </Notice>
  );
}
