/**
 * Text copied from other programs comes as Markdown: its structure is kept (markdown/exchange/html-to-markdown.ts), colours, sizes and
 * fonts are not.
 */
import { type EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { isInCode } from '../../markdown/is-in-code.ts';
import { OWN_HTML } from './rich-copy.ts';

// Only these say more than the plain text beside them: an editor's colours are no structure.
const STRUCTURE = /<(?:a|b|strong|i|em|h[1-6]|ul|ol|table|img|blockquote|pre|code|del|s|hr)[\s>]/i;
const ONE_ADDRESS = /^https?:\/\/\S+$/;
const LARGEST = 5_000_000;

export const richPaste: Extension = Prec.high(
  EditorView.domEventHandlers({
    paste: (event, view) => {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const plain = event.clipboardData?.getData('text/plain') ?? '';
      const hasFiles = (event.clipboardData?.files.length ?? 0) > 0;
      if ((hasFiles && isPictureOnly(html)) || !isWorthReading(html, plain, view.state)) return false;
      event.preventDefault();
      void pasteHtml(view, html, plain);
      return true;
    },
  }),
);

/** A picture that was copied comes with an element that shows it. The picture itself is what is meant. */
function isPictureOnly(html: string): boolean {
  return html.replaceAll(/<[^>]*>/g, '').trim() === '';
}

function isWorthReading(html: string, plain: string, state: EditorState): boolean {
  if (state.readOnly || html.length > LARGEST || !STRUCTURE.test(html)) return false;
  // The Markdown that it was made of is beside it.
  if (html.includes(OWN_HTML)) return false;
  // An address becomes the link of what is selected.
  if (!state.selection.main.empty && ONE_ADDRESS.test(plain.trim())) return false;
  return !isInCode(state);
}

async function pasteHtml(view: EditorView, html: string, plain: string): Promise<void> {
  const text = (await convert(html)) || plain;
  if (text === '') return;
  view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste', scrollIntoView: true });
}

/** @returns undefined when the converter could not be loaded */
async function convert(html: string): Promise<string | undefined> {
  try {
    const { htmlToMarkdown } = await import('../../markdown/exchange/html-to-markdown.ts');
    return htmlToMarkdown(html, location.origin);
  } catch {
    return undefined;
  }
}
