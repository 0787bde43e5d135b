/**
 * `/` at the start of a line or behind a space offers the blocks that can be made here, by name. A new block
 * belongs in the toolbar, too (toolbar/toolbar-items.ts). This list has words to search by, that one has icons.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type StateCommand, Transaction } from '@codemirror/state';
import { insertCodeBlock, insertImage, insertRule, insertTable } from '../commands/insertions.ts';
import {
  makeParagraph,
  toggleBullets,
  toggleHeading1,
  toggleHeading2,
  toggleHeading3,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from '../commands/line-formats.ts';

interface Block {
  readonly name: string;
  /** Other words for it, and how it is written. */
  readonly words: string;
  readonly run: StateCommand;
}

const BLOCKS: readonly Block[] = [
  { name: 'Text', words: 'paragraph plain', run: makeParagraph },
  { name: 'Heading 1', words: '# h1 title', run: toggleHeading1 },
  { name: 'Heading 2', words: '## h2 section', run: toggleHeading2 },
  { name: 'Heading 3', words: '### h3', run: toggleHeading3 },
  { name: 'Bulleted list', words: '- ul items', run: toggleBullets },
  { name: 'Numbered list', words: '1. ol', run: toggleNumbers },
  { name: 'Task list', words: '[] todo checkbox', run: toggleTasks },
  { name: 'Quote', words: '> blockquote', run: toggleQuote },
  { name: 'Code block', words: '``` source', run: insertCodeBlock },
  { name: 'Table', words: '| columns rows', run: insertTable },
  { name: 'Image', words: '![] picture', run: insertImage },
  { name: 'Divider', words: '--- rule line hr', run: insertRule },
  {
    name: 'Link to a page',
    words: '[[ mention',
    run: ({ state, dispatch }) => {
      dispatch(state.update(state.replaceSelection('[['), { userEvent: 'input.type' }));
      return true;
    },
  },
];

export function slashMenu(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/(?:^|\s)\/[\p{L}\d ]{0,20}$/u);
  if (!typed) return null;
  const from = typed.from + typed.text.indexOf('/');
  const query = context.state.sliceDoc(from + 1, context.pos).toLowerCase();
  const options = BLOCKS.filter((block) => matches(block, query)).map(toOption);
  // The menu goes away on its own when a person writes "and / or".
  if (options.length === 0) return null;
  return { from, options, filter: false };
}

function matches({ name, words }: Block, query: string): boolean {
  const wanted = query.trim();
  if (query.startsWith(' ')) return false;
  return [name.toLowerCase(), ...words.split(' '), ...name.toLowerCase().split(' ')].some((word) =>
    word.startsWith(wanted),
  );
}

function toOption({ name, words, run }: Block): Completion {
  return {
    label: name,
    detail: words.split(' ').find((word) => !/\w{3}/.test(word)) ?? '',
    apply: (view, _completion, from, to) => {
      inPlaceOf(from, to, run)(view);
    },
  };
}

/** Puts the block in place of the name that was typed for it, in one step, so that one undo takes both back. */
export function inPlaceOf(from: number, to: number, command: StateCommand): StateCommand {
  return ({ state, dispatch }) => {
    const removal = state.update({ changes: { from, to } });
    const isDone = command({
      state: removal.state,
      dispatch: (step) =>
        dispatch(
          state.update({
            changes: removal.changes.compose(step.changes),
            selection: step.newSelection,
            scrollIntoView: true,
            userEvent: step.annotation(Transaction.userEvent) ?? 'input.complete',
          }),
        ),
    });
    if (!isDone) dispatch(removal);
    return isDone;
  };
}
