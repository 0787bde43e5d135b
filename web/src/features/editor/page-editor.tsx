/** The screen of one page: title, description and Markdown, saved by itself (specification section 2, page editor). */
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { ContentEditor } from './components/content-editor.tsx';
import { DescriptionField } from './components/description-field.tsx';
import { SaveStatusLine } from './components/save-status-line.tsx';
import { TitleField } from './components/title-field.tsx';
import type { PageSession } from './state/page-session.ts';
import type { SaveStatus } from './state/save-status.ts';
import { usePageSession } from './state/use-page-session.ts';
import './page-editor.css';

interface PageEditorProps {
  readonly userId: string;
  readonly pageId: string;
}

export function PageEditor({ userId, pageId }: PageEditorProps) {
  const { session, phase, status } = usePageSession(userId, pageId);
  if (phase === 'missing') {
    return (
      <Problem title="Page not found">
        This page does not exist or you do not have permission to view it.
      </Problem>
    );
  }
  if (phase === 'failed') {
    return <Problem title="Failed to load page">An unexpected error occurred while loading the page</Problem>;
  }
  if (!session || phase === 'loading') return <LoadingPage />;
  return <OpenPage key={pageId} session={session} status={status} />;
}

function OpenPage({ session, status }: { readonly session: PageSession; readonly status: SaveStatus }) {
  const page = useRef<HTMLElement>(null);
  const focusContent = () => page.current?.querySelector<HTMLElement>('.cm-content')?.focus();
  return (
    <article className="page-editor" ref={page}>
      <SaveStatusLine status={status} onRetry={() => void session.saveNow()} />
      <TitleField text={session.document.getText('name')} onEnter={focusContent} />
      <DescriptionField text={session.document.getText('description')} />
      <ContentEditor text={session.document.getText('content')} />
      <p className="content-hint" id="content-hint">
        Supports Markdown formatting
      </p>
    </article>
  );
}

function LoadingPage() {
  return (
    <div className="page-editor" aria-busy="true">
      <p role="status" className="visually-hidden">
        Loading page...
      </p>
      <div className="page-skeleton" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}

function Problem({ title, children }: { readonly title: string; readonly children: string }) {
  const navigate = useNavigate();
  return (
    <div className="page-problem" role="alert">
      <h1>{title}</h1>
      <p>{children}</p>
      <button type="button" className="page-problem-back" onClick={() => navigate(-1)}>
        Go Back
      </button>
    </div>
  );
}
