/** The screen of one page: title, description and Markdown, saved by itself. */
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { canGoBackInApp } from '../../lib/browser/can-go-back-in-app.ts';
import type { KnownLook } from '../../lib/page/page-look.ts';
import { paths } from '../../lib/paths.ts';
import { useSignedIn } from '../../lib/session/signed-in.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import type { MissedChanges } from '../document/session/missed-changes.ts';
import { usePageSession } from '../document/session/use-page-session.ts';
import type { PageMenuParts } from './components/editor-menu.tsx';
import { OpenPage, type ShowLook } from './components/open-page.tsx';
import { PageSkeleton } from './components/page-skeleton.tsx';
import type { LinkablePages } from './linked-pages/linkable-page.ts';
import type { PageStarters } from './page-starters.ts';
import './page-editor.css';

interface PageEditorProps {
  readonly pageId: string;
  /** How the page looks by the tree; undefined where that is not known. */
  readonly look: KnownLook | undefined;
  /** Stands in the bar of a locked page, which can only be read. */
  readonly lockNote: ReactNode;
  /** The parts across the page above its text, and at the head of the text. */
  readonly cover: ShowLook;
  readonly head: ShowLook;
  /** Who wrote the page, for the line under its title. */
  readonly byline: ReactNode;
  /** Buttons that other features add to the shell's bar. */
  readonly buttons: ReactNode;
  /** Entries of the page's menu, from other features. */
  readonly menuItems: (parts: PageMenuParts) => ReactNode;
  /** The workspace's pages as far as they are known, for links to them. */
  readonly pages: LinkablePages;
  readonly starters: PageStarters;
  /** The name of a member, as far as the members are known. */
  readonly nameOf: (userId: string) => string | undefined;
  /** Tells of changes that this person missed. */
  readonly missedNotice: (missed: MissedChanges, onDismiss: () => void) => ReactNode;
}

export function PageEditor({ pageId, ...open }: PageEditorProps) {
  const { user } = useSignedIn();
  const { session, phase, status, requestId, look } = usePageSession(user.id, pageId);
  if (phase === 'missing') {
    return (
      <Problem title="Page not found">
        This page does not exist or you do not have permission to view it.
      </Problem>
    );
  }
  if (phase === 'out-of-reach') {
    return (
      <Problem title="Page not on this device" onRetry={() => void session?.reopen()}>
        You are offline, and this page has not been opened on this device yet.
      </Problem>
    );
  }
  if (phase === 'failed') {
    return (
      <Problem title="Failed to load page" onRetry={() => void session?.reopen()} requestId={requestId}>
        An unexpected error occurred while loading the page
      </Problem>
    );
  }
  if (!session || phase === 'loading' || phase === 'replaced') return <LoadingPage />;
  return (
    <OpenPage
      key={session.document.guid}
      pageId={pageId}
      session={session}
      status={status}
      requestId={requestId}
      {...open}
      look={(look && open.look && open.look.at > look.at ? open.look : (look ?? open.look))?.look}
    />
  );
}

function LoadingPage() {
  return (
    <div className="page-editor" aria-busy="true">
      <p role="status" className="sr-only">
        Loading page...
      </p>
      <Skeleton className="mb-8 h-8 w-3/5" />
      <PageSkeleton />
    </div>
  );
}

function Problem({
  title,
  children,
  onRetry,
  requestId,
}: {
  readonly title: string;
  readonly children: string;
  readonly onRetry?: () => void;
  readonly requestId?: string | undefined;
}) {
  const navigate = useNavigate();
  const goBack = () => (canGoBackInApp() ? navigate(-1) : navigate(paths.dashboard));
  return (
    <ErrorState
      isScreen
      failure={{ requestId }}
      title={title}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          <Button onClick={goBack}>Go Back</Button>
        </>
      }
    >
      {children}
    </ErrorState>
  );
}
