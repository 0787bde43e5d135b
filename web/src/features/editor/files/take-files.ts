/** Pictures and other files that are pasted or dropped go into the page (put-files.ts, on demand). The text of a text file is text. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { DragEvent } from 'react';
import { hasFiles } from '../../../lib/browser/keep-dropped-files-out.ts';
import { placeAt } from '../../document/moves/places.ts';
import { areTexts, isNamesOnly } from '../markdown/exchange/text-files.ts';
import { filesPage } from './files-page.ts';

/** @param at where they go; undefined for below the text */
export function takeFiles(view: EditorView, files: readonly File[], at: number | undefined): void {
  const page = view.state.facet(filesPage);
  if (!page) return;
  // People write on until the files are read.
  const place = at === undefined ? undefined : placeAt(page.text, at);
  void import('./put-files.ts').then(
    ({ putFiles }) => putFiles(view, page, files, place),
    // Asked for again with the next file; this one is where it was.
    () => undefined,
  );
}

/** For the page around the text. @param view undefined where it is not there yet */
export const aroundDrops = (view: EditorView | undefined, isWriting: boolean) => ({
  onDragOver: (event: DragEvent) => {
    if (isWriting && hasFiles(event.dataTransfer)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (event.defaultPrevented || !isWriting || !view || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    takeFiles(view, filesIn(event.dataTransfer), undefined);
  },
});

/** For the text, where CodeMirror would put nothing in the place of what is selected. */
export const filesInText: Extension = EditorView.domEventHandlers({
  paste: (event, view) => {
    const { clipboardData: data } = event;
    // A table from a spreadsheet brings a picture of itself.
    if (!data || data.files.length === 0 || !isNamesOnly(data.getData('text/plain'), [...data.files]))
      return false;
    event.preventDefault();
    takeFiles(view, filesIn(data), view.state.selection.main.to);
    return true;
  },
  drop: (event, view) => {
    const { dataTransfer: data } = event;
    const files = data ? filesIn(data) : [];
    if (!data || data.files.length === 0 || areTexts(files)) return false;
    event.preventDefault();
    takeFiles(view, files, view.posAtCoords({ x: event.clientX, y: event.clientY }, false));
    return true;
  },
});

/** Folders come as files without bytes. */
function filesIn(data: DataTransfer): readonly File[] {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const files = items.flatMap((item) =>
    item.webkitGetAsEntry?.()?.isDirectory ? [] : (item.getAsFile() ?? []),
  );
  return items.length > 0 ? files : [...data.files];
}
