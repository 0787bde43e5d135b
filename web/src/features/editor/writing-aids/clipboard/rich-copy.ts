/**
 * Text copied or cut while it looks like what it means does so in other programs, too: a mail shows bold as bold.
 * A text field, and this editor, get the Markdown. The source is copied as the text it is.
 */
import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { copyCells } from '../../kinds/table/selection/copy-cells.ts';
import { selectedCells } from '../../kinds/table/selection/selected-cells.ts';
import { isPreviewing } from '../../view/reveal.ts';
import { copiedText } from './copied-text.ts';

type MarkdownToHtml = (markdown: string, origin: string) => string;

/** By this the editor knows its own text, and pastes it as it was. */
export const OWN_HTML = 'data-trellis-markdown';

let convert: MarkdownToHtml | undefined;

export const richCopy: Extension = [
  // A copy cannot wait: the converter comes with the first selection.
  EditorView.updateListener.of(({ selectionSet, state }) => {
    if (selectionSet && !convert && !state.selection.main.empty) void load();
  }),
  Prec.high(
    EditorView.domEventHandlers({
      copy: (event, view) => take(event, view),
      cut: (event, view) => {
        if (view.state.readOnly || !take(event, view)) return false;
        const changes = view.state.selection.ranges.map(({ from, to }) => ({ from, to }));
        view.dispatch({ changes, scrollIntoView: true, userEvent: 'delete.cut' });
        return true;
      },
    }),
  ),
];

function take(event: ClipboardEvent, { state }: EditorView): boolean {
  const cells = isPreviewing(state) ? selectedCells(state) : undefined;
  if (cells && event.clipboardData) {
    const { plain, html } = copyCells(
      state,
      cells,
      convert && ((text) => convert?.(text, location.origin) ?? ''),
    );
    event.clipboardData.setData('text/plain', plain);
    if (html) event.clipboardData.setData('text/html', `<meta charset="utf-8">${html}`);
    event.preventDefault();
    return true;
  }
  const copied = isPreviewing(state) && convert ? copiedText(state) : undefined;
  if (!copied || !convert || !event.clipboardData) return false;
  event.clipboardData.setData('text/plain', copied.plain);
  const html = convert(copied.marked, location.origin);
  event.clipboardData.setData('text/html', `<meta charset="utf-8"><div ${OWN_HTML}>${html}</div>`);
  event.preventDefault();
  return true;
}

async function load(): Promise<void> {
  try {
    convert = (await import('../../markdown/exchange/markdown-to-html.ts')).markdownToHtml;
  } catch {
    // Copied as text; asked for again with the next selection.
  }
}
