/** An editor with the preview and all keys, without a page around it. */
import { forceParsing } from '@codemirror/language';
import { EditorSelection, EditorState, type Extension } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { expect, vi } from 'vitest';
import * as Y from 'yjs';
import { basicEditing } from '../../src/features/editor/components/content/basic-editing.ts';
import { livePreview } from '../../src/features/editor/live-preview/live-preview.ts';
import { loadPageParts } from '../../src/features/editor/load-page-parts.ts';
import { bindText } from '../../src/features/editor/shared-text/shared-text.ts';
import { decorators } from '../../src/features/editor/view/kind-preview.ts';
import { ShownImages } from '../../src/features/editor/view/shown-images.ts';

export let view: EditorView;
let extensions: Extension;

/** Once, before its tests. */
export async function openEditor(): Promise<void> {
  const { morePreview, writingAids, writingKeys } = await loadPageParts();
  const pages = {
    path: '/',
    list: () => [],
    nameOf: () => undefined,
    iconOf: () => undefined,
    subscribe: () => () => undefined,
    create: () => ({ id: '', name: '', path: '', ancestors: () => [] }),
  };
  const build = () => [
    writingAids({ pages, onTemplates: () => undefined }),
    basicEditing({ onSave: () => undefined, onFollow: () => undefined }),
    writingKeys,
    livePreview(new ShownImages(), () => Promise.resolve(morePreview)),
  ];
  const parent = document.createElement('div');
  parent.style.width = '600px';
  document.body.append(parent);
  const text = new Y.Doc().getText('content');
  text.insert(0, 'א');
  view = new EditorView({ parent, doc: 'א', extensions: [build(), bindText(text)] });
  // The rest of the preview comes with the first editor, and what a letter from right to left needs with the first of these; those
  // after it have both at once.
  await vi.waitFor(
    () => {
      expect(view.state.facet(decorators)).not.toHaveLength(0);
      expect(view.state.facet(EditorView.bidiIsolatedRanges)).not.toHaveLength(0);
    },
    { timeout: 30_000 },
  );
  extensions = build();
}

export function closeEditor(): void {
  view.dom.parentElement?.remove();
  view.destroy();
}

/** @param text with ‸ where the caret is, or ‹ and › around what is selected */
export function open(text: string): void {
  const anchor = Math.max(text.search(/[‸‹]/), 0);
  const head = text.includes('›') ? text.indexOf('›') - 1 : anchor;
  const doc = text.replaceAll(/[‸‹›]/g, '');
  const shared = new Y.Doc().getText('content');
  shared.insert(0, doc);
  view.setState(EditorState.create({ doc, extensions: [bindText(shared), extensions] }));
  parse();
  view.focus();
  view.dispatch({ selection: EditorSelection.single(anchor, head) });
}

export function parse(): void {
  forceParsing(view, view.state.doc.length, 5000);
}

export const shown = (): string => {
  const { doc, selection } = view.state;
  const { from, to, empty } = selection.main;
  const [before, inside, after] = [doc.sliceString(0, from), doc.sliceString(from, to), doc.sliceString(to)];
  return empty ? `${before}‸${after}` : `${before}‹${inside}›${after}`;
};

/** A letter, or a key as Playwright writes it: at once, and without the browser's own keyboard. */
export function press(key: string): void {
  parse();
  if (key.length === 1) type(key);
  else if (key === 'Cut') {
    const clipboardData = new DataTransfer();
    view.contentDOM.dispatchEvent(
      new ClipboardEvent('cut', { clipboardData, bubbles: true, cancelable: true }),
    );
  } else if (key === 'Select line' || key === 'Select word') click(key === 'Select line' ? 3 : 2);
  else {
    const names = key.split('+');
    const event = new KeyboardEvent('keydown', {
      key: names.at(-1) ?? '',
      shiftKey: names.includes('Shift'),
      ctrlKey: names.includes('Control'),
    });
    runScopeHandlers(view, event, 'editor');
  }
  parse();
}

function type(text: string): void {
  const { from, to } = view.state.selection.main;
  const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type' });
  const isTaken = view.state
    .facet(EditorView.inputHandler)
    .some((handle) => handle(view, from, to, text, insert));
  if (!isTaken) view.dispatch(insert());
}

function click(detail: number): void {
  const at = view.coordsAtPos(view.state.selection.main.head);
  if (at) clickAt(at.left + 1, (at.top + at.bottom) / 2, detail);
}

export function clickAt(clientX: number, clientY: number, detail = 1): void {
  const place = { clientX, clientY, bubbles: true, cancelable: true };
  const target = document.elementFromPoint(clientX, clientY) ?? view.contentDOM;
  if (!view.contentDOM.contains(target)) return;
  target.dispatchEvent(new MouseEvent('mousedown', { ...place, detail, buttons: 1 }));
  document.dispatchEvent(new MouseEvent('mouseup', { ...place, detail }));
}
