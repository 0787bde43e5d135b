/** A pasted address becomes a link: of what is selected, or, when it leads to a page of the workspace, with its title. */
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { escapeName } from '../../../../../../markdown/src/text/escape-name.ts';
import { pageTitle } from '../../../../lib/page/page-title.ts';
import type { LinkablePages } from '../../linked-pages/linkable-page.ts';
import { linkedPage, readAddress, writeAddress } from '../../linked-pages/page-address.ts';

const ONE_ADDRESS = /^(?:https?:\/\/|mailto:|www\.)\S+$/i;
// A link within a link is none, and code says what it says.
const NO_LINKS = /Code|HorizontalRule|HTML|^Link|Comment|Processing|Image|URL|Autolink|FrontMatter/;

export function pasteLinks(pages: Pick<LinkablePages, 'nameOf'>): Extension {
  return Prec.highest(
    EditorView.domEventHandlers({
      paste: (event, view) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const step = pastedLink(view.state, text, pages, location.origin);
        if (!step) return false;
        event.preventDefault();
        view.dispatch(step);
        return true;
      },
    }),
  );
}

/** @returns undefined for what is pasted as any other text */
export function pastedLink(
  state: EditorState,
  text: string,
  pages: Pick<LinkablePages, 'nameOf'>,
  origin: string,
): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (!ONE_ADDRESS.test(text.trim()) || state.readOnly || ranges.length > 1) return undefined;
  const address = readAddress(text, origin);
  if (address === undefined || !takesLinks(state, main.from, main.to)) return undefined;
  const page = linkedPage(address, origin);
  const name = page && pages.nameOf(page);
  const selected = state.sliceDoc(main.from, main.to);
  if (selected === '' && name === undefined) return undefined;
  const shown = selected === '' ? escapeName(pageTitle(name)) : selected;
  const tail = `](${writeAddress(address)})`;
  const changes = [
    { from: main.from, insert: selected === '' ? `[${shown}` : '[' },
    { from: main.to, insert: tail },
  ];
  return {
    changes,
    selection: { anchor: main.from + 1 + shown.length + tail.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  };
}

function takesLinks(state: EditorState, from: number, to: number): boolean {
  if (state.sliceDoc(from, to).includes('\n')) return false;
  let takes = true;
  syntaxTree(state).iterate({
    from,
    to,
    enter: (node) => {
      // At its edge, what is pasted stands beside it.
      if (NO_LINKS.test(node.name) && (from < to || (node.from < from && node.to > from))) takes = false;
    },
  });
  return takes;
}
