/** Emphasis, strong and struck words as HTML. */
import type { Printers } from '../../publish/printing.ts';

export const publish: Pick<Printers, 'emphasis' | 'strong' | 'delete'> = {
  emphasis: { print: ({ children }, press) => `<em>${press.inlines(children)}</em>` },
  strong: { print: ({ children }, press) => `<strong>${press.inlines(children)}</strong>` },
  delete: { print: ({ children }, press) => `<s>${press.inlines(children)}</s>` },
};
