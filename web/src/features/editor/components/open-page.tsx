/** A page that is there: its bar, its text in one of three ways, and what stands around it. */
import type { EditorView } from '@codemirror/view';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate } from 'react-router';
import type * as Y from 'yjs';
import { useLoadedWhenIdle } from '../../../lib/browser/time/loaded-when-idle.ts';
import { iconText, type PageLook } from '../../../lib/page/page-look.ts';
import { pageTitle } from '../../../lib/page/page-title.ts';
import { useSignedIn } from '../../../lib/session/signed-in.ts';
import { InHeaderSlot } from '../../../ui/layout/header-slot.tsx';
import { Region } from '../../../ui/states/region.tsx';
import { draftName } from '../../document/drafts/draft-store.ts';
import type { MissedChanges } from '../../document/session/missed-changes.ts';
import type { PageSession } from '../../document/session/page-session.ts';
import type { SaveStatus } from '../../document/wire/save-status.ts';
import { readTexts } from '../../document/words/page-document.ts';
import { useText } from '../../document/words/use-text.ts';
import { useCodeOptions } from '../kinds/code/code-options.ts';
import type { LinkablePages } from '../linked-pages/linkable-page.ts';
import { loadPageParts, type PageParts } from '../load-page-parts.ts';
import type { PageStarters } from '../page-starters.ts';
import { PrintingWhenIdle } from '../printing/printing-when-idle.tsx';
import { type PageMode, usePageMode } from '../toolbar/page-modes.ts';
import { EditorChanges } from '../view/editor-changes.ts';
import { ShownImages } from '../view/shown-images.ts';
import { ContentEditor, usePageLook } from './content/content-editor.tsx';
import { DescriptionField } from './description-field.tsx';
import { EditorMenu, type PageMenuParts } from './editor-menu.tsx';
import { FieldGuests } from './field-guests.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { SaveStatusLine } from './save-status-line.tsx';
import { TitleField } from './title-field.tsx';
import { useFollowLink } from './use-follow-link.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useShownAnchor } from './use-shown-anchor.ts';
import { useUndoEnd } from './use-undo-end.ts';

// The bar has its height before its buttons are there: nothing moves when they come.
const PageToolbar = lazy(async () => ({ default: (await loadPageParts()).PageToolbar }));
const Backlinks = lazy(async () => ({ default: (await loadPageParts()).Backlinks }));
const Outline = lazy(async () => ({ default: (await loadPageParts()).Outline }));
const TableTools = lazy(async () => ({ default: (await loadPageParts()).TableTools }));
const EmptyPage = lazy(async () => ({ default: (await loadPageParts()).EmptyPage }));
const EditorPopovers = lazy(async () => ({ default: (await loadPageParts()).EditorPopovers }));
const PageCards = lazy(async () => ({ default: (await loadPageParts()).PageCards }));
const WritingTools = lazy(async () => ({ default: (await loadPageParts()).WritingTools }));
const WordCount = lazy(async () => ({ default: (await loadPageParts()).WordCount }));
const Properties = lazy(async () => ({ default: (await loadPageParts()).Properties }));
const loadFind = () => import('../find/find-bar.tsx');
const ReadPage = lazy(async () => ({ default: (await import('../reading/read-page.tsx')).ReadPage }));

interface OpenPageProps extends PageHeadParts {
  readonly pageId: string;
  readonly lockNote: ReactNode;
  readonly session: PageSession;
  readonly status: SaveStatus;
  readonly requestId: string | undefined;
  readonly pages: LinkablePages;
  readonly starters: PageStarters;
  readonly byline: ReactNode;
  readonly buttons: ReactNode;
  readonly menuItems: (parts: PageMenuParts) => ReactNode;
  /** The name of a member, as far as the members are known. */
  readonly nameOf: (userId: string) => string | undefined;
  /** Tells of changes that this person missed. */
  readonly missedNotice: (missed: MissedChanges, onDismiss: () => void) => ReactNode;
}

export function OpenPage({
  pageId,
  session,
  status,
  requestId,
  look,
  lockNote,
  cover,
  head,
  byline,
  buttons,
  menuItems,
  pages,
  starters,
  nameOf,
  missedNotice,
}: OpenPageProps) {
  const page = useRef<HTMLElement>(null);
  const { document, absences } = session;
  const missed = useSyncExternalStore(absences.subscribe, absences.getMissed);
  const content = document.getText('content');
  const { start, mode, isWriting, chooseMode } = useChosenMode(look?.is_locked);
  const [view, setView] = useState<EditorView>();
  const [images] = useState(() => new ShownImages());
  const [changes] = useState(() => new EditorChanges());
  const follow = useFollowLink();
  const save = () => void session.saveNow();
  const goTo = (index: number) => goToHeading(parts, isWriting ? view : undefined, page.current, index);
  const code = useCodeOptions();
  const { user } = useSignedIn();
  const onNothingToUndo = useUndoEnd(pageId, changes);
  usePageLook(view, mode, images);
  useShownAnchor(view, mode, page);
  const live = mode === 'live' ? view : undefined;
  const { find, FindBar, open, close } = useFindBar(view);
  const onFind = isWriting ? open : undefined;
  const parts = useLoadedWhenIdle(loadPageParts, false);
  usePageKeys({ onFind, onSelectAll: isWriting ? undefined : () => selectReadText(page.current) });
  return (
    <div
      className="page-screen"
      data-code-numbers={code.hasNumbers}
      data-code-wraps={code.wraps}
      data-full-width={look?.is_full_width}
      data-small-text={look?.has_small_text}
      {...parts?.aroundDrops(view, isWriting)}
    >
      <TabTitle name={document.getText('name')} icon={look?.icon} />
      <InHeaderSlot place="middle">
        <SaveStatusLine {...{ session, status, requestId }} onRetry={save} />
      </InHeaderSlot>
      <InHeaderSlot place="end">
        {buttons}
        <EditorMenu content={content} view={live} onFind={onFind} items={menuItems} />
      </InHeaderSlot>
      <div className="page-bar">
        {look?.is_locked && lockNote}
        <Suspense>
          <PageToolbar
            view={view}
            changes={changes}
            mode={mode}
            onMode={chooseMode}
            isLocked={look?.is_locked ?? false}
            onHeading={goTo}
          />
        </Suspense>
        {isWriting && find && view && FindBar && (
          <FindBar
            {...find}
            view={view}
            changes={changes}
            onReplaceAll={() => session.saveApart()}
            onClose={close}
          />
        )}
      </div>
      {cover(isWriting, look)}
      <PageColumns
        {...{ page, pageId, session, look, head, byline, mode, view, images, pages, changes, nameOf }}
        isNamed={start === 'naming'}
        onFollow={follow}
        keepFirstMarks={parts?.keepFirstMarks}
        onHeading={goTo}
      >
        <ContentEditor
          text={content}
          filesPage={{ userId: user.id, pageId, text: content }}
          draftName={draftName(user.id, pageId)}
          mode={mode}
          images={images}
          changes={changes}
          pages={pages}
          starters={starters}
          carets={session.carets}
          nameOf={nameOf}
          startWriting={start === 'writing'}
          onSave={save}
          onFollow={follow}
          onNothingToUndo={onNothingToUndo}
          onView={setView}
        />
        {live && (
          <Suspense>
            <WritingTools view={live} changes={changes} />
          </Suspense>
        )}
      </PageColumns>
      <Suspense>
        {view && isWriting && (
          <>
            <EditorPopovers view={view} changes={changes} pages={pages} onFollow={follow} />
            <TableTools view={view} changes={changes} />
            <EmptyPage view={view} changes={changes} name={document.getText('name')} starters={starters} />
          </>
        )}
        <PageCards readText={() => content.toString()} view={view} />
      </Suspense>
      {missed && missedNotice(missed, absences.forget)}
      <PrintingWhenIdle document={document} images={images} pages={pages} />
    </div>
  );
}

function TabTitle({ name, icon }: { readonly name: Y.Text; readonly icon: string | undefined }) {
  const [title] = useText(name);
  return <title dir="auto">{`${iconText(icon)}${pageTitle(title)} · Trellis`}</title>;
}

/** @param canChange whether the page is written */
export type ShowLook = (canChange: boolean, look: PageLook | null | undefined) => ReactNode;

/** How the page looks, as far as that is known, and what shows it. */
interface PageHeadParts {
  readonly look: PageLook | null | undefined;
  readonly cover: ShowLook;
  readonly head: ShowLook;
}

interface PageColumnsProps extends Omit<PageHeadParts, 'cover'> {
  readonly page: RefObject<HTMLElement | null>;
  readonly pageId: string;
  readonly session: PageSession;
  readonly byline: ReactNode;
  /** Whether the caret starts in the title. */
  readonly isNamed: boolean;
  readonly mode: PageMode;
  readonly view: EditorView | undefined;
  readonly images: ShownImages;
  readonly pages: LinkablePages;
  readonly changes: EditorChanges;
  readonly nameOf: (userId: string) => string | undefined;
  readonly keepFirstMarks: PageParts['keepFirstMarks'] | undefined;
  readonly onFollow: (address: string) => void;
  /** @param index of the heading to go to */
  readonly onHeading: (index: number) => void;
  /** The editor. */
  readonly children: ReactNode;
}

/** The page's text with what stands above, below and beside it. */
function PageColumns(props: PageColumnsProps) {
  const { page, pageId, session, look, head, byline, isNamed, mode, view, images, pages } = props;
  const { changes, nameOf, keepFirstMarks, onFollow, onHeading, children } = props;
  const { document, carets } = session;
  const isWriting = mode !== 'reading';
  const [hasHeadings] = useState(() => hasTwoHeadings(readTexts(document).content));
  return (
    <div className="page-columns" data-outlined={hasHeadings}>
      <article className="page-editor" ref={page}>
        {head(isWriting, look)}
        <h1 className="page-field">
          <TitleField
            text={document.getText('name')}
            isReadOnly={!isWriting}
            isStart={isNamed}
            onCaret={carets.at('name')}
            onEnter={() => beginText(view)}
          />
          <FieldGuests carets={carets} field="name" nameOf={nameOf} />
        </h1>
        <div className="page-byline">
          {byline}
          <Suspense>
            <WordCount view={view} changes={changes} />
          </Suspense>
        </div>
        <div className="page-field">
          <DescriptionField
            text={document.getText('description')}
            isReadOnly={!isWriting}
            onCaret={carets.at('description')}
          />
          <FieldGuests carets={carets} field="description" nameOf={nameOf} />
        </div>
        {mode === 'live' && view && (
          <Suspense>
            <Properties view={view} changes={changes} />
          </Suspense>
        )}
        {children}
        {!isWriting && (
          <Region name="The reading view" fallback={<PageSkeleton />}>
            <ReadPage
              text={document.getText('content')}
              carets={carets}
              images={images}
              pages={pages}
              isLocked={look?.is_locked ?? false}
              keepFirstMarks={keepFirstMarks}
              onFollow={onFollow}
            />
          </Region>
        )}
        <p className="content-hint" id="content-hint">
          {isWriting && 'Supports Markdown formatting'}
        </p>
        <Suspense>
          <Backlinks pageId={pageId} pages={pages} />
        </Suspense>
      </article>
      <Suspense>
        <Outline view={view} changes={changes} onSelect={onHeading} />
      </Suspense>
    </div>
  );
}

/** Looked at before the text is parsed: a comment in code that looks like a heading leaves room for nothing. */
function hasTwoHeadings(markdown: string): boolean {
  const headings = markdown.matchAll(/^#{1,6} /gm);
  return headings.next().done !== true && headings.next().done !== true;
}

/** How the page is shown: a new one as its person left others, but never only to be read. A locked one is read. */
function useChosenMode(isLocked = false) {
  const location = useLocation();
  const navigate = useNavigate();
  const start = startOf(location.state);
  const [mode, setMode] = usePageMode(start !== undefined);
  const chooseMode = (next: PageMode) => {
    setMode(next);
    // From now on the choice counts, also when the page is loaded again.
    if (start) navigate(location, { replace: true });
  };
  const shown = isLocked ? 'reading' : mode;
  return { start, mode: shown, isWriting: shown !== 'reading', chooseMode } as const;
}

/** The bar that finds and replaces, as often as it is asked for. */
function useFindBar(view: EditorView | undefined) {
  const [find, setFind] = useState<{ readonly withReplace: boolean; readonly timesAsked: number }>();
  const FindBar = useLoadedWhenIdle(loadFind, find !== undefined)?.FindBar;
  const open = (withReplace: boolean) => {
    setFind({ withReplace, timesAsked: (find?.timesAsked ?? 0) + 1 });
    // The search term is typed next, and must not get into the page meanwhile.
    if (!FindBar) view?.contentDOM.blur();
  };
  return { find, FindBar, open, close: () => setFind(undefined) };
}

/** @returns what the person who has just made the page wants to do; undefined for any other page */
function startOf(state: unknown): 'writing' | 'naming' | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if ('startWriting' in state && state.startWriting === true) return 'writing';
  return 'startNaming' in state && state.startNaming === true ? 'naming' : undefined;
}

/** From the title one goes on in the first line. */
function beginText(view: EditorView | undefined): void {
  view?.dispatch({ selection: { anchor: 0 }, scrollIntoView: true });
  view?.focus();
}

/** The browser itself would select the sidebar and the bars, too. */
function selectReadText(page: HTMLElement | null): void {
  const text = page?.querySelector('.reading-view');
  if (text) getSelection()?.selectAllChildren(text);
}

/**
 * @param parts the outline itself is among them
 * @param view undefined where the page is read
 */
function goToHeading(
  parts: PageParts | undefined,
  view: EditorView | undefined,
  page: HTMLElement | null,
  index: number,
): void {
  const read = page?.querySelector('.reading-view');
  // At once: a menu that closes gives the focus back, unless it is elsewhere by then.
  if (view) parts?.showHeading(view, index);
  else if (read) parts?.showReadHeading(read, index);
}
