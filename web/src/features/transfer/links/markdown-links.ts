/**
 * Changes where the links of a Markdown text lead and, on request, what they say, and nothing else of it: code and everything
 * around stay as they are.
 */
import type { SyntaxNode } from '@lezer/common';
import { GFM, parser } from '@lezer/markdown';
import { escapeName } from '../../../../../markdown/src/text/escape-name.ts';
import { plain } from './found-links.ts';

const markdown = parser.configure(GFM);
const HOLDERS: ReadonlySet<string> = new Set(['Link', 'Image', 'LinkReference']);

/**
 * @param lead where a link's address leads now; undefined leaves it as it is
 * @param say what a link says now that says nothing but text; undefined leaves it as it is
 */
export function rewriteLinks(
  text: string,
  lead: (address: string) => string | undefined,
  say?: (address: string, said: string) => string | undefined,
): string {
  // Most texts have none, and reading a text as Markdown takes its time.
  if (!text.includes('](') && !text.includes(']:')) return text;
  const parts: string[] = [];
  let end = 0;
  markdown.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (name !== 'URL' || !HOLDERS.has(node.parent?.name ?? '')) return;
      const before = plain(text.slice(from, to));
      const label = say && node.parent ? labelOf(node.parent) : undefined;
      const words = label && say?.(before, plain(text.slice(label.from, label.to)));
      if (label && words !== undefined) {
        parts.push(text.slice(end, label.from), escapeName(words));
        end = label.to;
      }
      const address = lead(before);
      if (address === undefined) return;
      parts.push(text.slice(end, from), address);
      end = to;
    },
  });
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(end)}`;
}

/** @returns where a link's words stand; undefined where they are more than text */
function labelOf(link: SyntaxNode): { readonly from: number; readonly to: number } | undefined {
  if (link.name !== 'Link') return undefined;
  const [opening, ...inside] = childrenOf(link);
  const closing = inside.findIndex(({ name }) => name === 'LinkMark');
  const isText = inside.slice(0, closing).every(({ name }) => name === 'Escape');
  const end = inside[closing];
  return opening && end && isText ? { from: opening.to, to: end.from } : undefined;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

/** @returns a relative address for a file's path, which may hold anything */
export function encodePath(path: readonly string[]): string {
  return path
    .map((part) => (part === '..' ? part : encodeURIComponent(part).replaceAll(/[()'*!]/g, percent)))
    .join('/');
}

/** @returns the parts of a relative address and what follows the path; undefined for addresses of other kinds */
export function decodePath(address: string): { readonly path: string[]; readonly rest: string } | undefined {
  if (/^([a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i.test(address)) return undefined;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  try {
    return { path: path.split('/').map((part) => decodeURIComponent(part)), rest };
  } catch {
    // A percent sign that stands for itself.
    return { path: path.split('/'), rest };
  }
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
