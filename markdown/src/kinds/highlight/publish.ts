/** Highlights as HTML. */
import type { Printers } from '../../publish/printing.ts';

export const publish: Pick<Printers, 'mark'> = {
  mark: { print: ({ children }, press) => `<mark>${press.inlines(children)}</mark>` },
};
