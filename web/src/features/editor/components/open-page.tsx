/** A page that is there: its bar, its text in one of three ways, and what stands around it. */
import { EditorView } from '@codemirror/view';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLoadedWhenIdle } from '../../../lib/browser/loaded-when-idle.ts';
import { DEFAULT_PAGE_NAME } from '../../../lib/limits.ts';
import { InHeaderSlot } from '../../../ui/layout/header-slot.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { ShownImages } from '../live-preview/shown-images.ts';
import type { Heading } from '../outline/read-outline.ts';
import { usePageFacts } from '../outline/use-page-facts.ts';
import { EditorChanges } from '../state/editor-changes.ts';
import { type PageMode, usePageMode } from '../state/page-modes.ts';
import type { PageSession } from '../state/page-session.ts';
import type { SaveStatus } from '../state/save-status.ts';
import { useText } from '../state/use-text.ts';
import type { WritingAidsOptions } from '../writing-aids/writing-aids.ts';
import { ContentEditor, usePageLook } from './content-editor.tsx';
import { DescriptionField } from './description-field.tsx';
import { EditorMenu } from './editor-menu.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { refusedDrops } from './refuse-files.ts';
import { SaveStatusLine } from './save-status-line.tsx';
import { TitleField } from './title-field.tsx';
import { useFollowLink } from './use-follow-link.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useUndoEnd } from './use-undo-end.ts';

// The bar has its height before its buttons are there: nothing moves when they come.
const PageToolbar = lazy(async () => ({
  default: (await import('../toolbar/page-toolbar.tsx')).PageToolbar,
}));
const Backlinks = lazy(async () => ({ default: (await import('./backlinks.tsx')).Backlinks }));
const Outline = lazy(async () => ({ default: (await import('../outline/outline.tsx')).Outline }));
const loadFind = () => import('../find/find-bar.tsx');
const ReadPage = lazy(async () => ({ default: (await import('../reading/read-page.tsx')).ReadPage }));

interface OpenPageProps extends WritingAidsOptions {
  readonly pageId: string;
  readonly session: PageSession;
  readonly status: SaveStatus;
  readonly menuItems: ReactNode;
  readonly onShortcuts: () => void;
}

export function OpenPage({ pageId, session, status, menuItems, onShortcuts, listPages }: OpenPageProps) {
  const page = useRef<HTMLElement>(null);
  const name = session.document.getText('name');
  const content = session.document.getText('content');
  const [title] = useText(name);
  const location = useLocation();
  const navigate = useNavigate();
  const isNew = startsWriting(location.state);
  const [mode, setMode] = usePageMode(isNew);
  const chooseMode = (next: PageMode) => {
    setMode(next);
    // From now on the choice counts, also when the page is loaded again.
    if (isNew) navigate(location, { replace: true });
  };
  const [view, setView] = useState<EditorView>();
  const [images] = useState(() => new ShownImages());
  const [changes] = useState(() => new EditorChanges());
  const [find, setFind] = useState<{ readonly withReplace: boolean; readonly times: number }>();
  const facts = usePageFacts(view, changes);
  const follow = useFollowLink();
  const onNothingToUndo = useUndoEnd(pageId, changes);
  usePageLook(view, mode, images);
  const isWriting = mode !== 'reading';
  const FindBar = useLoadedWhenIdle(loadFind, find !== undefined)?.FindBar;
  const openFind = (withReplace: boolean) => {
    setFind({ withReplace, times: (find?.times ?? 0) + 1 });
    // The search term is typed next, and must not get into the page meanwhile.
    if (!FindBar) view?.contentDOM.blur();
  };
  const onFind = isWriting ? openFind : undefined;
  usePageKeys({ onFind, onSelectAll: isWriting ? undefined : () => selectReadText(page.current) });

  const goTo = (heading: Heading, index: number) => {
    if (isWriting) showHeading(view, heading);
    else page.current?.querySelectorAll('.reading-view > :is(h1,h2,h3,h4,h5,h6)')[index]?.scrollIntoView();
  };
  return (
    <div className="page-screen" {...refusedDrops}>
      <title>{`${title.trim() || DEFAULT_PAGE_NAME} · Trellis`}</title>
      <InHeaderSlot>
        <SaveStatusLine status={status} onRetry={() => void session.saveNow()} />
        <EditorMenu
          content={content}
          mode={mode}
          onMode={chooseMode}
          onFind={onFind && (() => onFind(true))}
          onShortcuts={onShortcuts}
        >
          {menuItems}
        </EditorMenu>
      </InHeaderSlot>
      <div className="page-bar">
        <Suspense>
          <PageToolbar view={view} changes={changes} mode={mode} onMode={chooseMode} />
        </Suspense>
        {isWriting && find && view && FindBar && (
          <FindBar
            view={view}
            changes={changes}
            withReplace={find.withReplace}
            timesAsked={find.times}
            onReplaceAll={() => session.saveApart()}
            onClose={() => setFind(undefined)}
          />
        )}
      </div>
      <div className="page-columns">
        <article className="page-editor" ref={page}>
          <h1>
            <TitleField text={name} isReadOnly={!isWriting} onEnter={() => view?.focus()} />
          </h1>
          <DescriptionField text={session.document.getText('description')} isReadOnly={!isWriting} />
          <ContentEditor
            text={content}
            mode={mode}
            images={images}
            changes={changes}
            aids={{ listPages }}
            startWriting={isNew}
            onSave={() => void session.saveNow()}
            onFollow={follow}
            onNothingToUndo={onNothingToUndo}
            onView={setView}
          />
          {!isWriting && (
            <Region name="The reading view" fallback={<PageSkeleton />}>
              <ReadPage text={content} images={images} onFollow={follow} />
            </Region>
          )}
          <p className="content-hint">
            <span id="content-hint">{isWriting && 'Supports Markdown formatting'}</span>
            {facts && <span>{facts.words === 1 ? '1 word' : `${facts.words.toLocaleString()} words`}</span>}
          </p>
          <Suspense>
            <Backlinks pageId={pageId} />
          </Suspense>
        </article>
        <Suspense>{facts && <Outline headings={facts.headings} onSelect={goTo} />}</Suspense>
      </div>
    </div>
  );
}

/** A person who has just made a page wants to write it. */
function startsWriting(state: unknown): boolean {
  return (
    typeof state === 'object' && state !== null && 'startWriting' in state && state.startWriting === true
  );
}

/** The browser itself would select the sidebar and the bars, too. */
function selectReadText(page: HTMLElement | null): void {
  const text = page?.querySelector('.reading-view');
  if (text) getSelection()?.selectAllChildren(text);
}

function showHeading(view: EditorView | undefined, heading: Heading): void {
  if (!view) return;
  const anchor = Math.min(heading.from, view.state.doc.length);
  view.focus();
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'start', yMargin: 64 }),
  });
}
