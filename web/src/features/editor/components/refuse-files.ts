/** Pictures and other files have no place in a page yet, and the page says so. The text of a text file does. */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { DragEvent } from 'react';
import { hasFiles } from '../../../lib/browser/dropped-files.ts';
import { toast } from '../../../ui/toasts/toasts.ts';
import { areTexts, isNamesOnly } from '../markdown/text-files.ts';

export function sayFilesAreRefused(): void {
  toast('warning', 'Pictures and files cannot be kept in pages yet.');
}

/** For the page around the text. */
export const refusedDrops = {
  onDragOver: (event: DragEvent) => {
    if (hasFiles(event.dataTransfer)) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event.dataTransfer)) return;
    event.preventDefault();
    sayFilesAreRefused();
  },
};

/** For the text, where CodeMirror would put nothing in the place of what is selected. */
export const refuseFiles: Extension = EditorView.domEventHandlers({
  paste: (event) => {
    const { clipboardData: data } = event;
    // A table from a spreadsheet brings a picture of itself.
    if (!data || data.files.length === 0 || !isNamesOnly(data.getData('text/plain'), [...data.files]))
      return false;
    event.preventDefault();
    sayFilesAreRefused();
    return true;
  },
  drop: (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0 || areTexts(files)) return false;
    event.preventDefault();
    sayFilesAreRefused();
    return true;
  },
});
