/** A callout in the reading view. */
import { type Content, element, onLines, words } from '../../read/elements.ts';
import type { Making, Readers } from '../../read/making.ts';
import type { Callout } from './node.ts';

export const read: Pick<Readers, 'callout'> = { callout: readCallout };

/** Its head has the title that is there, or else the kind's name. */
function readCallout(callout: Callout, making: Making): Content[] {
  const { mark, title, children, from, to } = callout;
  const { kind, name, fold } = mark;
  const facts = { 'data-kind': kind, 'data-name': name, ...(fold && { 'data-fold': fold }) };
  const said = title.length > 0 ? making.inlines(title) : [words(name)];
  const line = making.source(from, to).search(/\n|$/);
  const head = element('header', { ...facts, 'data-titled': String(title.length > 0) }, said, {
    from,
    to: from + line,
  });
  return [element('aside', facts, onLines([head, ...making.blocks(children)], true), callout)];
}
