/** The front matter of the open page, where it is shown as a table above the text instead of as its lines. */
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Tree } from '@lezer/common';
import { outermostBlocks } from '../../../../../../markdown/src/grammar/outermost-blocks.ts';
import {
  type ReadFrontMatter,
  readProperties,
} from '../../../../../../markdown/src/kinds/front-matter/properties.ts';

export interface FrontMatter {
  readonly source: string;
  readonly read: ReadFrontMatter;
  /** The beginning of the text below it, without a blank line between; undefined where there is none to write in. */
  readonly textFrom: number | undefined;
}

// By the parser's block, which is another one once something is written in it.
const known = new WeakMap<Tree, Pick<FrontMatter, 'source' | 'read'> | null>();

/** @returns undefined for a page without any */
export function frontMatterOf(state: EditorState): FrontMatter | undefined {
  const [found] = outermostBlocks(syntaxTree(state), 'FrontMatter');
  if (!found) return undefined;
  let facts = known.get(found.block);
  if (facts === undefined) {
    const source = state.sliceDoc(0, found.block.length);
    const read = readProperties(source);
    facts = read ? { source, read } : null;
    known.set(found.block, facts);
  }
  return facts ? { ...facts, textFrom: textBelow(state, found.block.length) } : undefined;
}

function textBelow({ doc }: EditorState, end: number): number | undefined {
  const { number } = doc.lineAt(end);
  if (number === doc.lines) return undefined;
  const next = doc.line(number + 1);
  // Any further blank line is one to write in, as at the beginning of a page.
  const isGap = next.text.trim() === '' && next.number < doc.lines;
  return isGap ? next.to + 1 : next.from;
}
