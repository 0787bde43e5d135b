/** Puts files into the page: they are kept on this device first, then the text names them, and one undo takes them back. */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { toast } from '../../../ui/toasts/toasts.ts';
import { addFile } from '../../files/add-file.ts';
import { filesBelow } from '../blocks/insert-block.ts';
import { filesPage } from './files-page.ts';

/** @param at where they go; undefined for below the text */
export async function putFiles(
  view: EditorView,
  files: readonly File[],
  at: number | undefined,
): Promise<void> {
  const page = view.state.facet(filesPage);
  if (!page || view.state.readOnly) return;
  if (files.length === 0)
    return toast('warning', 'Folders cannot be put into pages. Choose the files in them.');
  // The writer goes on meanwhile.
  const place = keepPlace(view, at ?? view.state.doc.length);
  try {
    const { userId, pageId } = page;
    const added = await Promise.all(files.map((file) => addFile(userId, pageId, file, file.name)));
    const blocks = added.map(({ markdown }) => markdown).join('\n\n');
    view.dispatch(filesBelow(view.state, place.get(), blocks));
  } catch {
    toast('error', 'The file could not be read. Try again, or copy it to this device first.');
  } finally {
    place.forget();
  }
}

const keep = StateEffect.define<{ readonly id: number; readonly at: number | undefined }>();
let last = 0;

const places = StateField.define<ReadonlyMap<number, number>>({
  create: () => new Map(),
  update: (value, { changes, effects, docChanged }) => {
    const moved = docChanged
      ? new Map([...value].map(([id, at]) => [id, changes.mapPos(at, 1)] as const))
      : new Map(value);
    for (const effect of effects) {
      if (!effect.is(keep)) continue;
      if (effect.value.at === undefined) moved.delete(effect.value.id);
      else moved.set(effect.value.id, effect.value.at);
    }
    return moved;
  },
});

function keepPlace(view: EditorView, at: number) {
  const id = ++last;
  const found = (state: EditorState) => state.field(places, false);
  if (!found(view.state)) view.dispatch({ effects: StateEffect.appendConfig.of(places) });
  view.dispatch({ effects: keep.of({ id, at }) });
  return {
    get: () => found(view.state)?.get(id) ?? view.state.doc.length,
    forget: () => view.dispatch({ effects: keep.of({ id, at: undefined }) }),
  };
}
