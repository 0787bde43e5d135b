/** The choice of a block's language: the command that opens its list, and what choosing writes. */
import type { EditorState, StateCommand } from '@codemirror/state';
import { codeBlockAt } from '../../../markdown/code-block-at.ts';
import { closeLanguages, openLanguages } from './language-choice.ts';

export const chooseLanguage: StateCommand = ({ state, dispatch }) => {
  const block = codeBlockAt(state, state.selection.main.head);
  if (!block || state.readOnly) return false;
  dispatch(state.update({ effects: openLanguages.of(block.from) }));
  return true;
};

/** Writes the language of the block at a place, and closes the list. Other words after the fence stay. */
export function writeLanguage(state: EditorState, at: number, language: string) {
  const block = codeBlockAt(state, at);
  const effects = closeLanguages.of(null);
  if (!block) return { effects };
  const info = state.sliceDoc(block.from + block.fence.length, block.opening.to);
  const from = block.from + block.fence.length + (info.length - info.trimStart().length);
  const rest = info.trim().slice(block.language.length);
  // Without a language, what follows would be taken for it.
  const insert = language === '' && rest !== '' ? 'text' : language;
  const separator = block.language === '' && rest !== '' ? ' ' : '';
  return {
    changes: { from, to: from + block.language.length, insert: insert + separator },
    effects,
    userEvent: 'input.format',
  };
}
