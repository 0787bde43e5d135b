/** Opens the menu of blocks for those whose keyboard hides the slash: by typing it for them. */
import type { Command } from '@codemirror/view';
import { isInCode } from '../markdown/is-in-code.ts';

export const openSlashMenu: Command = (view) => {
  const { state } = view;
  if (state.readOnly || isInCode(state)) return false;
  // After what is selected, which stays, and never within a word.
  const { to: end } = state.selection.main;
  const line = state.doc.lineAt(end);
  const isAtWord = /\S$/.test(line.text.slice(0, end - line.from));
  const [rest = ''] = isAtWord ? (/^\S*/.exec(line.text.slice(end - line.from)) ?? []) : [];
  const to = end + rest.length;
  const insert = isAtWord ? ' /' : '/';
  // The menu opens only in a text that is being written.
  view.focus();
  view.dispatch({
    changes: { from: to, insert },
    selection: { anchor: to + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  });
  return true;
};
