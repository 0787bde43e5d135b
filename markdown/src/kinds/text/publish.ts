/** Words and line breaks as HTML. */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';

export const publish: Pick<Printers, 'text' | 'break'> = {
  text: {
    print: ({ value }) => escapeHtml(value).replaceAll('\n', '<br>\n'),
    letters: ({ value }) => value,
  },
  break: { print: () => '<br>\n' },
};
