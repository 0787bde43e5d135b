/** Which formats the selection has, for the buttons that say so. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { formattedParts } from '../formats/formatted-parts.ts';
import { formatOf } from './inline-formats.ts';
import { lineFormat } from './line-formats.ts';

/**
 * @param known the formats that anybody asks for
 * @returns those of them that the selection has, in a text that changes only when they do
 */
export function activeFormats(state: EditorState, known: ReadonlySet<string>): string {
  const { main } = state.selection;
  const parts = formattedParts(state);
  if (parts) {
    const common = [...known].filter((name) => parts.every((part) => formatOf(state, part, name)));
    return parts.length > 0 ? common.sort().join(' ') : '';
  }
  const names = new Set<string>();
  for (const side of main.empty ? ([-1, 1] as const) : ([1] as const)) {
    let node: SyntaxNode | null = syntaxTree(state).resolveInner(main.from, side);
    for (; node; node = node.parent) if (node.to >= main.to) names.add(node.name);
  }
  const line = lineFormat(state.doc.lineAt(main.head).text);
  if (line !== undefined) names.add(line);
  return [...names]
    .filter((name) => known.has(name))
    .sort()
    .join(' ');
}
