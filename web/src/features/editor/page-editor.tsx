/** The screen of one page: title, description and Markdown, saved by itself. */
import { type ReactNode, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { DEFAULT_PAGE_NAME } from '../../lib/limits.ts';
import { useSignedIn } from '../../lib/session/signed-in.ts';
import { Button } from '../../ui/button.tsx';
import { InHeaderSlot } from '../../ui/layout/header-slot.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ContentEditor } from './components/content-editor.tsx';
import { DescriptionField } from './components/description-field.tsx';
import { EditorMenu } from './components/editor-menu.tsx';
import { SaveStatusLine } from './components/save-status-line.tsx';
import { TitleField } from './components/title-field.tsx';
import type { PageSession } from './state/page-session.ts';
import type { SaveStatus } from './state/save-status.ts';
import { usePageSession } from './state/use-page-session.ts';
import { useText } from './state/use-text.ts';
import './page-editor.css';

interface PageEditorProps {
  readonly pageId: string;
  /** What other features offer for the page: items of its menu. */
  readonly menuItems?: ReactNode;
}

export function PageEditor({ pageId, menuItems }: PageEditorProps) {
  const { user } = useSignedIn();
  const { session, phase, status } = usePageSession(user.id, pageId);
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
      <Problem title="Failed to load page" onRetry={() => void session?.reopen()}>
        An unexpected error occurred while loading the page
      </Problem>
    );
  }
  if (!session || phase === 'loading') return <LoadingPage />;
  return <OpenPage key={pageId} session={session} status={status} menuItems={menuItems} />;
}

interface OpenPageProps {
  readonly session: PageSession;
  readonly status: SaveStatus;
  readonly menuItems: ReactNode;
}

function OpenPage({ session, status, menuItems }: OpenPageProps) {
  const page = useRef<HTMLElement>(null);
  const name = session.document.getText('name');
  const [title] = useText(name);
  const isNew = startsWriting(useLocation().state);
  const focusContent = () => page.current?.querySelector<HTMLElement>('.cm-content')?.focus();
  return (
    <article className="page-editor" ref={page}>
      <title>{`${title.trim() || DEFAULT_PAGE_NAME} · Trellis`}</title>
      <InHeaderSlot>
        <SaveStatusLine status={status} onRetry={() => void session.saveNow()} />
        <EditorMenu content={session.document.getText('content')}>{menuItems}</EditorMenu>
      </InHeaderSlot>
      <h1>
        <TitleField text={name} onEnter={focusContent} />
      </h1>
      <DescriptionField text={session.document.getText('description')} />
      <ContentEditor
        text={session.document.getText('content')}
        startWriting={isNew}
        onSave={() => void session.saveNow()}
      />
      <p className="content-hint" id="content-hint">
        Supports Markdown formatting
      </p>
    </article>
  );
}

/** Whoever has just made a page wants to write it. */
function startsWriting(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'startWriting' in state && state.startWriting === true
  );
}

function LoadingPage() {
  return (
    <div className="page-editor" aria-busy="true">
      <p role="status" className="sr-only">
        Loading page...
      </p>
      <div className="page-skeleton">
        <Skeleton className="mb-4 h-8 w-3/5" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/4" />
      </div>
    </div>
  );
}

function Problem({
  title,
  children,
  onRetry,
}: {
  readonly title: string;
  readonly children: string;
  readonly onRetry?: () => void;
}) {
  const navigate = useNavigate();
  return (
    <ErrorState
      isScreen
      title={title}
      action={
        <>
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          <Button onClick={() => navigate(-1)}>Go Back</Button>
        </>
      }
    >
      {children}
    </ErrorState>
  );
}
