/** A block of some kind where the caret is: the empty one there becomes it, below any other a new one begins. */
import { EditorSelection, type StateCommand } from '@codemirror/state';
import { isListKind, type TargetKind } from '../../blocks/block-text.ts';
import { insertBelow } from '../../blocks/insert-block.ts';
import { KIND_COMMANDS } from '../../shortcuts/kind-commands.ts';

const MARKS: Readonly<Record<TargetKind, string>> = {
  text: '',
  'heading-1': '# ',
  'heading-2': '## ',
  'heading-3': '### ',
  bullets: '- ',
  numbers: '1. ',
  tasks: '- [ ] ',
  quote: '> ',
  code: '',
};

const ONLY_MARKS = /^[\s>]*(?:#{1,6}|(?:[-*+]|\d{1,9}[.)])(?:\s+\[[ xX]\])?)?\s*$/;
const ITEM = /^([ ]*)(?:([-*+])|(\d{1,9})([.)]))[ ]/;

/** @returns whether the line has nothing but marks, as an empty item has */
export function isEmptyBlock(text: string): boolean {
  return ONLY_MARKS.test(text);
}

export function insertKind(kind: TargetKind): StateCommand {
  return (target) => {
    const { state } = target;
    const line = state.doc.lineAt(state.selection.main.head);
    if (kind === 'code' || isEmptyBlock(line.text)) return KIND_COMMANDS[kind](target);
    return (isListKind(kind) && insertItem(target, line.text, kind)) || insertBelow(MARKS[kind])(target);
  };
}

/** In a list the new item is the next one. */
function insertItem(
  { state, dispatch }: Parameters<StateCommand>[0],
  text: string,
  kind: TargetKind,
): boolean {
  const item = ITEM.exec(text);
  if (!item) return false;
  const [, indent = '', , number, point = '.'] = item;
  const isNext = kind === 'numbers' && number !== undefined;
  const mark = isNext ? `${Number(number) + 1}${point} ` : MARKS[kind];
  const { to } = state.doc.lineAt(state.selection.main.head);
  const insert = `${state.lineBreak}${indent}${mark}`;
  dispatch(
    state.update({
      changes: { from: to, insert },
      selection: EditorSelection.cursor(to + insert.length),
      scrollIntoView: true,
      userEvent: 'input.format',
    }),
  );
  return true;
}
