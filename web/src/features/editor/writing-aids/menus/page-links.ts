/** `[[` and a page's name: completes to an ordinary Markdown link, which other programs understand as well. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { FileText } from 'lucide-react';
import { escapeName } from '../../../../../../markdown/src/text/escape-name.ts';
import { shortPath } from '../../../../lib/format/short-path.ts';
import { pageTitle } from '../../../../lib/page/page-title.ts';
import { iconElement } from '../../../../ui/icons/icon-element.ts';
import { pageIconElement } from '../../../../ui/icons/page-icon-element.ts';
import { findPages, isPageName } from '../../linked-pages/find-pages.ts';
import type { LinkablePage, LinkablePages } from '../../linked-pages/linkable-page.ts';

export function pageLinks(pages: LinkablePages) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/);
    if (!typed) return null;
    const name = typed.text.slice(2).trim();
    const all = pages.list();
    const options: Completion[] = findPages(all, name).map((page) => toOption(page, () => page));
    if (name !== '' && !isPageName(all, name)) options.push(toCreate(name, pages));
    return { from: typed.from, options, filter: false };
  };
}

/** A page among the completions, with what tells it from others of its name. */
interface PageOption extends Completion {
  readonly ancestors: readonly string[];
  /** Undefined where there is none; left out for a page that is still to be made. */
  readonly pageIcon?: string | undefined;
}

function toOption(
  { name, ancestors, icon }: Pick<LinkablePage, 'name' | 'ancestors' | 'icon'>,
  take: () => Pick<LinkablePage, 'name' | 'path'>,
): PageOption {
  return {
    label: pageTitle(name),
    ancestors: ancestors().map(pageTitle),
    pageIcon: icon,
    apply: (view, completion, from, to) => {
      // "]]" that was typed ahead belongs to the brackets.
      const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
      const page = take();
      const insert = `[${escapeName(pageTitle(page.name))}](${page.path})`;
      view.dispatch({
        changes: { from, to: end, insert },
        selection: { anchor: from + insert.length },
        annotations: pickedCompletion.of(completion),
        userEvent: 'input.complete',
      });
    },
  };
}

function toCreate(name: string, pages: LinkablePages): PageOption {
  const option = toOption({ name, ancestors: () => [] }, () => pages.create(name));
  return { ...option, label: `Create page “${name}”`, ancestors: ['under this page'] };
}

export function drawPageIcon(option: Completion | PageOption): Node | null {
  if (!('ancestors' in option)) return null;
  const frame = document.createElement('span');
  frame.className = 'cm-slash-icon';
  const { pageIcon } = option;
  frame.append(pageIcon === undefined ? iconElement(FileText) : pageIconElement(pageIcon));
  return frame;
}

/** The page's place, worded as in the search. */
export function drawPath(option: Completion | PageOption): Node | null {
  if (!('ancestors' in option) || option.ancestors.length === 0) return null;
  const path = document.createElement('span');
  path.className = 'cm-page-path';
  path.dir = 'auto';
  path.title = option.ancestors.join(' / ');
  path.textContent = shortPath(option.ancestors).join(' / ');
  return path;
}
