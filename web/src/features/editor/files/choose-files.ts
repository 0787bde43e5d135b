/** Lets the person choose files of this device, which go where the caret is. */
import { type Extension, type StateCommand, StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { takeFiles } from './take-files.ts';

/** The types that the browser is to offer; empty for any. */
const ask = StateEffect.define<'image/*' | ''>();

export const choosePictures: StateCommand = ({ state, dispatch }) => {
  if (!state.readOnly) dispatch(state.update({ effects: ask.of('image/*') }));
  return !state.readOnly;
};

export const chooseFiles: StateCommand = ({ state, dispatch }) => {
  if (!state.readOnly) dispatch(state.update({ effects: ask.of('') }));
  return !state.readOnly;
};

export const fileChooser: Extension = EditorView.updateListener.of(({ view, transactions }) => {
  for (const { effects } of transactions)
    for (const effect of effects) if (effect.is(ask)) choose(view, effect.value);
});

function choose(view: EditorView, accept: string): void {
  const input = document.createElement('input');
  Object.assign(input, { type: 'file', multiple: true, accept, hidden: true });
  input.setAttribute('aria-label', accept === '' ? 'Files' : 'Pictures');
  const end = () => {
    input.remove();
    view.focus();
  };
  input.addEventListener('cancel', end);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) takeFiles(view, files, view.state.selection.main.head);
    end();
  });
  // Some browsers forget one that is in no document.
  document.body.append(input);
  input.click();
}
