/** A link in the reading view. */
import { type Content, element } from '../../read/elements.ts';
import type { Making } from '../../read/making.ts';
import type { Link } from '../../tree/nodes.ts';

export function readLink({ url, title, children }: Link, making: Making): Content[] {
  return [element('a', { href: url, ...(title !== '' && { title }) }, making.inlines(children))];
}
