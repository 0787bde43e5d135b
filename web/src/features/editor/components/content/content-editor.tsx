/** The page's Markdown in CodeMirror, bound to the shared text: every keystroke is an edit of the document. */
import { Compartment, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type * as Y from 'yjs';
import { offerScrollAnchors } from '../../../../lib/browser/scroll-anchors.ts';
import { toast } from '../../../../ui/toasts/toasts.ts';
import type { Carets } from '../../../document/carets/carets.ts';
import { readShownText } from '../../../document/moves/arrangement/moved-text.ts';
import { nameSteps, stepName } from '../../../document/undo/step-names.ts';
import { keepCaret } from '../../carets/kept-carets.ts';
import { undoHistory } from '../../commands/undo/undo-history.ts';
import { type FilesPage, filesPage } from '../../files/files-page.ts';
import type { LinkablePages } from '../../linked-pages/linkable-page.ts';
import { livePreview } from '../../live-preview/live-preview.ts';
import { loadPageParts } from '../../load-page-parts.ts';
import type { PageStarters } from '../../page-starters.ts';
import { bindText, historyOf } from '../../shared-text/shared-text.ts';
import type { PageMode } from '../../toolbar/page-modes.ts';
import type { EditorChanges } from '../../view/editor-changes.ts';
import type { ShownImages } from '../../view/shown-images.ts';
import { updateView } from '../../view/update-view.ts';
import { PageSkeleton } from '../page-skeleton.tsx';
import { basicEditing } from './basic-editing.ts';
import { editorScrollAnchors } from './editor-scroll-anchors.ts';
import { sourceTheme } from './editor-theme.ts';
import { knownDirections, useKnownDirections } from './known-directions.ts';
import { hasLongLine, withMeasuredLines } from './long-lines.ts';

export interface ContentEditorProps {
  readonly text: Y.Text;
  readonly filesPage: FilesPage;
  /** The name of the page's drafts. */
  readonly draftName: string;
  readonly mode: PageMode;
  readonly images: ShownImages;
  readonly changes: EditorChanges;
  readonly pages: LinkablePages;
  readonly starters: PageStarters;
  readonly carets: Carets;
  readonly nameOf: (userId: string) => string | undefined;
  /** Whether the caret starts here. */
  readonly startWriting: boolean;
  readonly onSave: () => void;
  readonly onFollow: (address: string) => void;
  readonly onNothingToUndo: () => void;
  /** The editor is there, and with undefined gone again. */
  readonly onView: (view: EditorView | undefined) => void;
}

export function ContentEditor(props: ContentEditorProps) {
  const { text, mode } = props;
  const onNothing = useEffectEvent(() => props.onNothingToUndo());
  const create = useEffectEvent((parent: HTMLElement, shared: Y.Text) =>
    createEditor(parent, shared, props, onNothing),
  );
  const { key, pathname } = useLocation();
  // Each document begins with an entry of the same key.
  const entryOf = useEffectEvent(() => `${key} ${pathname}`);
  const isReturn = useNavigationType() === NavigationType.Pop;
  const keep = useEffectEvent((view: EditorView) => keepCaret(view, text, () => entryOf(), isReturn));
  const tell = useEffectEvent((view: EditorView | undefined) => props.onView(view));
  // A callback ref: the editor lives exactly as long as its element.
  const mount = useCallback(
    (parent: HTMLDivElement) => {
      const view = create(parent, text);
      tell(view);
      const withdraw = offerScrollAnchors(editorScrollAnchors(view));
      const leave = keep(view);
      return () => {
        leave();
        withdraw();
        tell(undefined);
        view.destroy();
      };
    },
    [text],
  );
  const isReady = useKnownDirections(() => readShownText(text));
  if (!isReady) return mode === 'reading' ? null : <PageSkeleton />;
  return (
    // It stays while the page is read, with its selection and what can be undone.
    <div ref={mount} className="content-editor" data-testid="page-content" hidden={mode === 'reading'} />
  );
}

const looks = new Compartment();
const aidsPlace = new Compartment();
const keysPlace = new Compartment();

const loadMorePreview = async () => (await loadPageParts()).morePreview;

function lookOf(mode: PageMode, images: ShownImages): Extension {
  return mode === 'source' ? sourceTheme : livePreview(images, loadMorePreview);
}

/** Follows the choice of how the page is shown. */
export function usePageLook(view: EditorView | undefined, mode: PageMode, images: ShownImages): void {
  useEffect(() => {
    // The reading view draws the page that is read.
    if (view && mode !== 'reading') view.dispatch({ effects: looks.reconfigure(lookOf(mode, images)) });
  }, [view, mode, images]);
}

function createEditor(
  parent: HTMLElement,
  text: Y.Text,
  props: ContentEditorProps,
  onNothing: () => void,
): EditorView {
  const { mode, images, changes, startWriting, onSave, onFollow } = props;
  const manager = historyOf(text);
  let isWhole = false;
  const sayEnd = () => {
    if (!isWhole) onNothing();
  };
  const doc = readShownText(text);
  const look = lookOf(mode, images);
  const make = (firstLook: Extension) => {
    const extensions = [
      bindText(text, () => props.carets.writers > 1),
      undoHistory.of({ manager, onNothing: sayEnd, onNamed: sayUndone }),
      stepsApart(manager),
      aidsPlace.of([]),
      basicEditing({ onSave, onFollow }),
      keysPlace.of([]),
      looks.of(firstLook),
      knownDirections(),
      filesPage.of(props.filesPage),
      changes.extension,
    ];
    const state = EditorState.create({ doc, extensions });
    return new EditorView({ parent, state, dispatchTransactions: updateView });
  };
  const view = hasLongLine(doc)
    ? withMeasuredLines(parent, () => make([]), { effects: looks.reconfigure(look) })
    : make(look);
  if (startWriting) view.focus();
  void addAids(view, props, () => {
    isWhole = true;
  });
  return view;
}

/** Says so where the step was more than typing, and may be out of sight. */
function sayUndone(name: string): void {
  toast('success', `Undone: ${name}`);
}

/** Formatting and pasting are undone on their own, not together with what was typed just before or after. */
function stepsApart(undoManager: Y.UndoManager): Extension {
  const apart = [
    ...['input.format', 'input.complete', 'input.paste', 'input.tick', 'input.replace'],
    ...['input.block', 'remove.block', 'delete.cut', 'delete.cells', 'move'],
  ];
  let name: string | undefined;
  nameSteps(undoManager, () => name);
  const endStepAt = (transaction: Transaction) => {
    if (apart.some((event) => transaction.isUserEvent(event))) undoManager.stopCapturing();
  };
  return [
    EditorState.transactionFilter.of((transaction) => {
      endStepAt(transaction);
      if (transaction.docChanged) name = stepName(transaction);
      return transaction;
    }),
    EditorView.updateListener.of(({ transactions }) => transactions.forEach(endStepAt)),
  ];
}

/** Keys, menus, search and the reading of pasted text come when the page stands. Without them one writes on. */
async function addAids(view: EditorView, props: ContentEditorProps, onWhole: () => void): Promise<void> {
  const { pages, starters, carets, draftName, nameOf, text } = props;
  try {
    const { keptUndo, oneMarkPerTask, othersCarets, pageToFill, stepCarets, writingAids, writingKeys } =
      await loadPageParts();
    const name = text.doc?.getText('name');
    const onTemplates = () => name && starters.choose(pageToFill(view, name));
    view.dispatch({
      effects: [
        aidsPlace.reconfigure([
          writingAids({ pages, onTemplates }),
          othersCarets(carets, nameOf),
          stepCarets(text),
          oneMarkPerTask(text),
          keptUndo({ name: draftName, onWhole }),
        ]),
        keysPlace.reconfigure(writingKeys),
      ],
    });
  } catch {
    // Asked for again with the next page.
  }
}
