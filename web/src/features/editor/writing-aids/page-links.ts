/** `[[` and a page's name: completes to an ordinary Markdown link, which other programs understand as well. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { pageTitle } from '../../../lib/page-title.ts';
import { shortPath } from '../../../lib/short-path.ts';
import type { LinkablePage } from './linkable-page.ts';

const MOST_PAGES = 50;

export function pageLinks(listPages: () => readonly LinkablePage[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/);
    if (!typed) return null;
    const options = findPages(listPages(), typed.text.slice(2)).map(toOption);
    return { from: typed.from, options, filter: false };
  };
}

/** Names that begin with what was typed first, then those that have it anywhere. */
export function findPages(pages: readonly LinkablePage[], query: string): LinkablePage[] {
  const wanted = fold(query.trim());
  const beginning: LinkablePage[] = [];
  const inside: LinkablePage[] = [];
  for (const page of pages) {
    const place = fold(page.name).indexOf(wanted);
    if (place === 0) beginning.push(page);
    else if (place > 0) inside.push(page);
    if (beginning.length === MOST_PAGES) break;
  }
  return [...beginning, ...inside].slice(0, MOST_PAGES);
}

/** "Resume" finds "Résumé". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** A page among the completions, with what tells it from others of its name. */
interface PageOption extends Completion {
  readonly ancestors: readonly string[];
}

function toOption(page: LinkablePage): PageOption {
  const name = pageTitle(page.name);
  return {
    label: name,
    ancestors: page.ancestors().map(pageTitle),
    apply: (view, completion, from, to) => {
      // "]]" that was typed ahead belongs to the brackets.
      const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
      const insert = `[${escapeName(name)}](${page.path})`;
      view.dispatch({
        changes: { from, to: end, insert },
        selection: { anchor: from + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: 'input.complete',
      });
    },
  };
}

/** Where the page is, worded as in the search. */
export function drawPath(option: Completion | PageOption): Node | null {
  if (!('ancestors' in option) || option.ancestors.length === 0) return null;
  const path = document.createElement('span');
  path.className = 'cm-page-path';
  path.dir = 'auto';
  path.title = option.ancestors.join(' / ');
  path.textContent = shortPath(option.ancestors).join(' / ');
  return path;
}

/** A name is text: nothing in it may end the link or become syntax of its own. */
export function escapeName(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>~|!]/g, String.raw`\$&`);
}
