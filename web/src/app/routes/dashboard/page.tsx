/** /dashboard/pages/:pageId. Each page gets an editor of its own. */
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { expectPage } from '../../../features/document/session/use-page-session.ts';
import type { PageMenuParts } from '../../../features/editor/components/editor-menu.tsx';
import { PageEditor } from '../../../features/editor/page-editor.tsx';
import type { MissedChangesNotice } from '../../../features/history/components/missed-changes-notice.tsx';
import { useKnownPageForest } from '../../../features/pages/api/use-page-forest.ts';
import { PageCover, PageHead, PageLockNote } from '../../../features/pages/components/look/page-head.tsx';
import type { Picking } from '../../../features/pages/components/look/page-head-props.ts';
import { membersQuery } from '../../../features/workspace/api/workspace-queries.ts';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { useCurrentWorkspace } from '../../../lib/current-workspace.ts';
import type { KnownLook, PageLook } from '../../../lib/page/page-look.ts';
import { expectedUserId } from './early-cache.ts';
import type { PageMenuProps } from './open-page/open-page-menu.tsx';
import { usePageActions } from './open-page/page-actions.tsx';
import { pageStarters } from './open-page/template-starters.tsx';
import { useLinkablePages } from './open-page/use-linkable-pages.ts';

// Few pages have a notice. When its code cannot be loaded, the page stands without it.
const loadNotices = () => import('../../../features/integrations/integrations-of-page.tsx');

const TrashedPageNotice = lazy(async () => ({
  default: (await import('../../../features/pages/components/trash/trashed-page-notice.tsx'))
    .TrashedPageNotice,
}));

// The text comes first; the line under the title has its height until then.
const loadByline = () => import('../../../features/history/components/byline.tsx');

const loadMenu = () => import('./open-page/open-page-menu.tsx');

const loadMissedChanges = () => import('../../../features/history/components/missed-changes-notice.tsx');

/** The text comes while the shell around it is still being read. */
export function loader({ params: { pageId } }: LoaderFunctionArgs) {
  const userId = expectedUserId();
  if (userId && pageId) expectPage(userId, pageId);
  return null;
}

export function Component() {
  const { pageId = '' } = useParams();
  return <Page key={pageId} pageId={pageId} />;
}

function Page({ pageId }: { readonly pageId: string }) {
  const workspace = useCurrentWorkspace();
  const page = workspace && { organizationId: workspace.id, pageId };
  const { buttons, open, dialogs } = usePageActions(pageId);
  const pages = useLinkablePages(workspace?.id, pageId);
  const forest = useKnownPageForest(workspace?.id ?? '');
  const known = forest?.pages.get(pageId);
  const isThere = known !== undefined;
  const look = useToldLook(known?.look);
  const [picking, setPicking] = useState<Picking>();
  const head = { picking, onPick: setPicking };
  useLoadedWhenIdle(loadMenu, false);
  const menuItems = (parts: PageMenuParts) =>
    page && <MenuOfPage {...page} parts={parts} onPick={setPicking} onOpen={open} />;
  return (
    <>
      {page && forest && !isThere && (
        <Suspense>
          <TrashedPageNotice pageId={pageId} />
        </Suspense>
      )}
      {page && <Notices {...page} />}
      <PageEditor
        pageId={pageId}
        look={look}
        lockNote={page && <PageLockNote {...page} />}
        cover={(canChange, shown) =>
          page && <PageCover {...page} {...head} look={shown} canChange={canChange && isThere} />
        }
        head={(canChange, shown) =>
          page && <PageHead {...page} {...head} look={shown} canChange={canChange && isThere} />
        }
        byline={<BylineOf pageId={pageId} />}
        buttons={buttons}
        menuItems={menuItems}
        pages={pages}
        starters={pageStarters}
        nameOf={useNameOf(workspace?.id)}
        missedNotice={(missed, onDismiss) => (
          <MissedChanges pageId={pageId} missed={missed} onDismiss={onDismiss} />
        )}
      />
      {dialogs}
    </>
  );
}

/** The first one may be that of a tree that was kept: what comes with the text is newer. */
function useToldLook(look: PageLook | null | undefined): KnownLook | undefined {
  const [told, setTold] = useState<KnownLook>();
  if (look !== undefined && told?.look !== look) setTold({ look, at: told ? performance.now() : 0 });
  return told;
}

/** Those who are here are read with the members: a browser may say anything of itself. */
function useNameOf(organizationId: string | undefined) {
  const queryClient = useQueryClient();
  return (userId: string) => {
    if (organizationId === undefined) return undefined;
    const members = queryClient.getQueryData(membersQuery(organizationId).queryKey);
    return members?.find((member) => member.userId === userId)?.name;
  };
}

function BylineOf({ pageId }: { readonly pageId: string }) {
  const Byline = useLoadedWhenIdle(loadByline, false)?.Byline;
  return Byline && <Byline pageId={pageId} />;
}

function MenuOfPage(props: PageMenuProps) {
  const Menu = useLoadedWhenIdle(loadMenu, true)?.PageMenu;
  return Menu && <Menu {...props} />;
}

function MissedChanges(props: ComponentProps<typeof MissedChangesNotice>) {
  const Notice = useLoadedWhenIdle(loadMissedChanges, false)?.MissedChangesNotice;
  return Notice && <Notice {...props} />;
}

function Notices({ organizationId, pageId }: { readonly organizationId: string; readonly pageId: string }) {
  const page = useKnownPageForest(organizationId)?.pages.get(pageId);
  const PageNotices = useLoadedWhenIdle(loadNotices, false)?.PageNotices;
  return page && PageNotices && <PageNotices organizationId={organizationId} page={page} />;
}
