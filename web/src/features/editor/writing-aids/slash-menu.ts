/**
 * `/` at the start of a line or behind a space offers the blocks that can be made here, by name. A new block
 * belongs in the toolbar, too (toolbar/toolbar-items.ts). This list has words to search by, that one has icons.
 */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { type StateCommand, Transaction } from '@codemirror/state';
import { toggleHighlight } from '../commands/inline-formats.ts';
import {
  insertCallout,
  insertContents,
  insertDate,
  insertDiagram,
  insertFootnote,
  insertFormula,
  insertToggle,
} from '../commands/insert-kinds.ts';
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
  { name: 'Callout', words: '[! note info alert admonition box', run: insertCallout('note') },
  { name: 'Tip', words: 'callout hint', run: insertCallout('tip') },
  { name: 'Important', words: 'callout', run: insertCallout('important') },
  { name: 'Warning', words: 'callout attention', run: insertCallout('warning') },
  { name: 'Caution', words: 'callout danger', run: insertCallout('caution') },
  { name: 'Toggle', words: 'details fold collapse summary', run: insertToggle },
  { name: 'Formula', words: '$$ math latex tex equation katex', run: insertFormula },
  { name: 'Diagram', words: 'mermaid flowchart graph sequence', run: insertDiagram },
  { name: 'Footnote', words: '[^ reference note', run: insertFootnote },
  { name: 'Highlight', words: '== mark', run: toggleHighlight },
  { name: 'Table of contents', words: '[toc] toc outline headings', run: insertContents },
  { name: 'Date', words: 'today now day', run: insertDate('long') },
  { name: 'ISO date', words: 'date today now yyyy', run: insertDate('iso') },
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
