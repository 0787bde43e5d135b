/** A link as HTML. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Text } from '../../tree/nodes.ts';
import type { Link } from './node.ts';

export const publish: Pick<Printers, 'link'> = { link: { print: printLink } };

/** A link that leads nowhere is its words. */
function printLink(link: Link, press: Printing): string {
  const { surroundings } = press;
  const address = surroundings.linkTo(link.url);
  if (address === undefined || press.isInLink) return press.inlines(link.children);
  const said = link.children.every((child): child is Text => child.type === 'text')
    ? surroundings.titleAt(address, link.children.map(({ value }) => value).join(''))
    : undefined;
  press.isInLink = true;
  const words = said === undefined ? press.inlines(link.children) : escapeHtml(said);
  press.isInLink = false;
  return `<a ${attributesOf(address)}>${words}</a>`;
}

/** Who is sent elsewhere is sent without a word about where from. */
export function attributesOf(address: string): string {
  const leaves = !/^[#/]/.test(address);
  return `href="${escapeHtml(address)}"${leaves ? ' rel="noopener noreferrer nofollow ugc"' : ''}`;
}
