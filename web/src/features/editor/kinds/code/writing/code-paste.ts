/** Text pasted into a code block stays as it is, and cannot end the block. */
import { type EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { codeBlockAt, fenceFor, isInCode } from '../../../markdown/code-block-at.ts';
import { lengthened } from './typed-fence.ts';

export const codePaste: Extension = Prec.highest(
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const step = pasteIntoCode(view.state, text);
      if (!step) return false;
      event.preventDefault();
      view.dispatch(step);
      return true;
    },
  }),
);

/** @returns undefined outside of code */
export function pasteIntoCode(state: EditorState, text: string): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (text === '' || state.readOnly || ranges.length > 1) return undefined;
  const block = codeBlockAt(state, main.head);
  if (!block || !isInCode(state, block, main.from) || !isInCode(state, block, main.to)) return undefined;
  const lines = text.split(/\r\n?|\n/);
  const insert = lines.join(`${state.lineBreak}${block.prefix}`);
  const fence = fenceFor(text, block.fence);
  const { changes } = lengthened(block, [{ from: main.from, to: main.to, insert }], fence.length);
  const grown = fence.length - block.fence.length;
  return {
    changes,
    selection: { anchor: main.from + grown + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  };
}
