/**
 * `/` at the start of a line or after a space offers the blocks that can be made here, by name. In an empty block the
 * block itself becomes what is chosen; below one with text, a new one begins.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import {
  type EditorState,
  type Extension,
  type StateCommand,
  StateField,
  Transaction,
} from '@codemirror/state';
import { showTooltip, type Tooltip } from '@codemirror/view';
import { SLASH_GROUPS, type SlashItem } from '../../view/slash-item.ts';
import { findItems } from './find-items.ts';
import { isEmptyBlock } from './insert-kind.ts';
import { recentBlocks, rememberBlock } from './recent-blocks.ts';
import { SLASH_ITEMS, TURN_ITEMS } from './slash-items.ts';

const TYPED = /(?:^|\s)\/[\p{L}\p{M}\d -]{0,20}$/u;
const ONE_WORD = /(?:^|\s)\/([\p{L}\p{M}\d-]{2,20})$/u;
// A line may be as long as the page.
const LOOK_BACK = 40;
const WORD = /^[\p{L}\p{N}]/u;
const RECENT = 'Recently used';

/** An entry among the completions. */
export interface SlashOption extends Completion {
  readonly item: SlashItem;
}

export function slashMenu(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(TYPED);
  if (!typed) return null;
  const from = typed.from + typed.text.indexOf('/');
  const query = context.state.sliceDoc(from + 1, context.pos);
  if (query.startsWith(' ')) return null;
  const options = listOptions(context.state, from, context.pos, query);
  // The menu goes away on its own when a person writes "and / or".
  if (options.length === 0) return null;
  return { from, options, filter: false };
}

function listOptions(state: EditorState, from: number, to: number, query: string): SlashOption[] {
  const recent = recentBlocks();
  const found = findItems(itemsFor(state, from, to, query), query, recent);
  const isAll = query === '';
  const first = isAll ? recent.flatMap((name) => found.filter((item) => item.name === name)) : [];
  const others = found.filter((item) => !first.includes(item));
  return [
    ...first.map((item) => toOption(item, { name: RECENT, rank: -1 })),
    ...others.map((item) => toOption(item, isAll || item.words === 'turn' ? sectionOf(item) : undefined)),
  ];
}

function itemsFor(state: EditorState, from: number, to: number, query: string): readonly SlashItem[] {
  const line = state.doc.lineAt(from);
  const rest = line.text.slice(0, from - line.from) + line.text.slice(to - line.from);
  const isTurning = query.toLowerCase().startsWith('tu') && !isEmptyBlock(rest);
  return isTurning ? [...SLASH_ITEMS, ...TURN_ITEMS] : SLASH_ITEMS;
}

function sectionOf({ group }: SlashItem): { name: string; rank: number } {
  return { name: group, rank: SLASH_GROUPS.indexOf(group) };
}

function toOption(item: SlashItem, section: { name: string; rank: number } | undefined): SlashOption {
  return {
    item,
    label: item.name,
    ...(section && { section }),
    apply: (view, _completion, from, to) => {
      if (item.words !== 'turn') rememberBlock(item.name);
      inPlaceOf(from, to, item.run, item.isInline)(view);
    },
  };
}

/** Says so where no block has the name that is typed. It takes no key, as the menu would. */
const nothingFound = StateField.define<Tooltip | null>({
  create: () => null,
  update: (value, transaction) => {
    if (!transaction.docChanged && !transaction.selection) return value;
    return transaction.isUserEvent('input.type') ? nothingFoundAt(transaction.state) : null;
  },
  provide: (field) => showTooltip.from(field),
});

export const sayNothingFound: Extension = nothingFound;

function nothingFoundAt(state: EditorState): Tooltip | null {
  const { head, empty } = state.selection.main;
  const line = state.doc.lineAt(head);
  const query = ONE_WORD.exec(
    line.text.slice(Math.max(head - line.from - LOOK_BACK, 0), head - line.from),
  )?.[1];
  if (!empty || query === undefined) return null;
  const from = head - query.length - 1;
  if (listOptions(state, from, head, query).length > 0) return null;
  return { pos: from, above: false, create: () => ({ dom: sentence(`No block is called “${query}”`) }) };
}

function sentence(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'cm-nothing-found';
  element.setAttribute('role', 'status');
  element.textContent = text;
  return element;
}

/**
 * Puts the block in place of the name that was typed for it, in one step, so that one undo takes both back.
 * @param isInline whether it stands among the words: the space before it stays
 */
export function inPlaceOf(from: number, to: number, command: StateCommand, isInline = false): StateCommand {
  return ({ state, dispatch }) => {
    const { text, from: start } = state.doc.lineAt(from);
    // The space before it was typed for it, too.
    const isBehindText =
      !isInline &&
      from > start &&
      !WORD.test(text.slice(to - start)) &&
      !isEmptyBlock(text.slice(0, from - start));
    const removal = state.update({ changes: { from: isBehindText ? from - 1 : from, to } });
    const isDone = command({
      state: removal.state,
      dispatch: (step) =>
        dispatch(
          state.update({
            changes: removal.changes.compose(step.changes),
            selection: step.newSelection,
            effects: step.effects,
            scrollIntoView: true,
            userEvent: step.annotation(Transaction.userEvent) ?? 'input.complete',
          }),
        ),
    });
    if (!isDone) dispatch(removal);
    return isDone;
  };
}
