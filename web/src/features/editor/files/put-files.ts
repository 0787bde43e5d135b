/** Puts files into the page: they are kept on this device first, then the text names them, and one undo takes them back. */
import type { EditorView } from '@codemirror/view';
import type * as Y from 'yjs';
import { toast } from '../../../ui/toasts/toasts.ts';
import { indexOfPlace } from '../../document/moves/places.ts';
import { addFile } from '../../files/add-file.ts';
import { filesBelow } from '../blocks/insert-block.ts';
import type { FilesPage } from './files-page.ts';

/** @param place where they go; undefined for below the text */
export async function putFiles(
  view: EditorView,
  { userId, pageId, text }: FilesPage,
  files: readonly File[],
  place: Y.RelativePosition | undefined,
): Promise<void> {
  if (view.state.readOnly) return;
  if (files.length === 0)
    return toast('warning', 'Folders cannot be put into pages. Choose the files in them.');
  try {
    const added = await Promise.all(files.map((file) => addFile(userId, pageId, file, file.name)));
    const blocks = added.map(({ markdown }) => markdown).join('\n\n');
    const at = (place && indexOfPlace(text, place)) ?? view.state.doc.length;
    view.dispatch(filesBelow(view.state, at, blocks));
  } catch {
    toast('error', 'The file could not be read. Try again, or copy it to this device first.');
  }
}
