/** Links in the tree: text in brackets with its address, and addresses alone. Pictures are read alike. */
import type { SyntaxNode } from '@lezer/common';
import { addressOf, decode, encodeAddress } from '../../text/decode.ts';
import { linkKey } from '../../text/link-key.ts';
import type { Inline, Placed, Text } from '../../tree/nodes.ts';
import type { Inlines, NodeMakers, Reading } from '../../tree/reading.ts';

export interface Link extends Placed {
  readonly type: 'link';
  readonly url: string;
  readonly title: string;
  readonly children: readonly Inline[];
}

declare module '../../tree/nodes.ts' {
  interface InlineNodes {
    readonly link: Link;
  }
}

export const nodes: NodeMakers = {
  inlines: {
    Link: (node, inlines) =>
      makeBracketed(node, inlines, true, (target, children) => ({
        type: 'link',
        ...target,
        children,
        from: node.from,
        to: node.to,
      })),
    Autolink: makeAddress,
    URL: makeAddress,
  },
};

/** @returns undefined where it is text: no link is in another, and `@scope/name@1.2` is no mail address */
function makeAddress(node: SyntaxNode, { page: { read }, isInLink }: Inlines): readonly Inline[] | undefined {
  if (isInLink || isNoMail(node, read)) return undefined;
  const { from, to } = node;
  const value = read(from, to).replace(/^<|>$/g, '');
  const begins = /^www\./i.test(value) ? 'http://' : /^[^:/]+@/.test(value) ? 'mailto:' : '';
  const children: Text[] = [{ type: 'text', value, from, to }];
  return [{ type: 'link', url: encodeAddress(begins + value), title: '', children, from, to }];
}

function isNoMail({ name, from, to }: SyntaxNode, read: Reading['read']): boolean {
  if (name !== 'URL' || !/^[^:/]+@/.test(read(from, to))) return false;
  return read(Math.max(from - 1, 0), from) === '/' || !/[a-z]$/i.test(read(from, to));
}

interface Target {
  readonly url: string;
  readonly title: string;
}

/** @returns what text in brackets is with its address, given with it or defined elsewhere. Brackets alone are text around a text */
export function makeBracketed(
  node: SyntaxNode,
  inlines: Inlines,
  isLink: boolean,
  make: (target: Target, children: readonly Inline[]) => Inline,
): readonly Inline[] | undefined {
  const { page } = inlines;
  const [open, close, begins] = node.getChildren('LinkMark');
  if (!open || !close) return undefined;
  const target = begins ? targetIn(node, begins.to, page) : targetOf(node, open, close, page);
  const children = inlines.between(node, open.to, close.from, target !== undefined && isLink);
  if (target) return [make(target, children)];
  const text = (value: string, at: number): Text => ({
    type: 'text',
    value,
    from: at,
    to: at + value.length,
  });
  return [
    text(page.read(open.from, open.to), node.from),
    ...children,
    text(page.read(close.from, node.to), close.from),
  ];
}

/** @param from where it begins: words of the link may be an address, too */
function targetIn(node: SyntaxNode, from: number, { read }: Reading): Target {
  const [url] = node.getChildren('URL').filter((each) => each.from >= from);
  const title = node.getChild('LinkTitle');
  return {
    url: url ? addressOf(read(url.from, url.to)) : '',
    title: title ? decode(read(title.from + 1, title.to - 1)) : '',
  };
}

function targetOf(node: SyntaxNode, open: SyntaxNode, close: SyntaxNode, page: Reading): Target | undefined {
  const label = node.getChild('LinkLabel');
  const named = label ? page.read(label.from + 1, label.to - 1) : '';
  return page.definitions.get(linkKey(named || page.read(open.to, close.from)));
}
