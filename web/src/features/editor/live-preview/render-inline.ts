/**
 * Draws a piece of parsed Markdown, as in a table's cell. Only elements made here: nothing a page says becomes
 * markup.
 */
import type { Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

const ELEMENTS: Readonly<Record<string, string>> = {
  Emphasis: 'em',
  StrongEmphasis: 'strong',
  Strikethrough: 's',
  InlineCode: 'code',
};
const MARKS: ReadonlySet<string> = new Set(['EmphasisMark', 'StrikethroughMark', 'CodeMark']);

export function renderInline(parent: Node, text: Text, node: SyntaxNode, from: number, to: number): void {
  let position = from;
  for (let child = node.firstChild; child && child.from < to; child = child.nextSibling) {
    if (child.to <= from) continue;
    parent.appendChild(document.createTextNode(text.sliceString(position, child.from)));
    renderNode(parent, text, child);
    position = child.to;
  }
  parent.appendChild(document.createTextNode(text.sliceString(position, to)));
}

function renderNode(parent: Node, text: Text, node: SyntaxNode): void {
  if (MARKS.has(node.name)) return;
  const name = ELEMENTS[node.name];
  if (name !== undefined) {
    const element = parent.appendChild(document.createElement(name));
    renderInline(element, text, node, node.from, node.to);
  } else if (node.name === 'Link') renderLink(parent, text, node);
  else if (node.name === 'URL') {
    const address = text.sliceString(node.from, node.to);
    linkElement(parent, address).textContent = address;
  } else {
    const source = text.sliceString(node.from, node.to);
    parent.appendChild(document.createTextNode(node.name === 'Escape' ? source.slice(1) : source));
  }
}

function renderLink(parent: Node, text: Text, node: SyntaxNode): void {
  const url = node.getChild('URL');
  const [opening, closing] = node.getChildren('LinkMark');
  if (!url || !opening || !closing) {
    parent.appendChild(document.createTextNode(text.sliceString(node.from, node.to)));
    return;
  }
  const link = linkElement(parent, text.sliceString(url.from, url.to));
  renderInline(link, text, node, opening.to, closing.from);
}

/** Not a link of the browser's: following it is up to the editor, which knows what it may lead to. */
function linkElement(parent: Node, address: string): HTMLElement {
  const link = document.createElement('span');
  link.className = 'cm-page-link';
  link.dataset.href = address;
  link.title = address;
  parent.appendChild(link);
  return link;
}
