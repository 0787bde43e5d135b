/** A block's name on a public page: where a link to it leads. */
import type { Printers } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';

export const publish: Pick<Printers, 'blockName'> = {
  blockName: { print: ({ name }) => `<a id="${escapeHtml(name)}"></a>`, letters: () => '' },
};
