/** The editor's parser and the reading view's find the same outermost blocks in real pages, line by line. */
import { Tree } from '@lezer/common';
import type { Root, RootContent } from 'mdast';
import { expect, test } from 'vitest';
import { findToggles } from '../markdown/find-toggles.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { unifyLineEnds } from '../state/page-texts.ts';
import { readAsReader } from './read-as-reader.ts';
import { LEAST_BYTES, readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS } from './run.ts';

/** As the reading view's parser names what the editor's calls by these names. */
const KINDS: Readonly<Record<string, string>> = {
  Paragraph: 'paragraph',
  BulletList: 'list',
  OrderedList: 'list',
  LinkReference: 'definition',
  FootnoteDefinition: 'footnoteDefinition',
  HTMLBlock: 'html',
  CommentBlock: 'html',
  ProcessingInstructionBlock: 'html',
  FencedCode: 'code',
  CodeBlock: 'code',
  FormulaBlock: 'formula',
  HorizontalRule: 'thematicBreak',
  Table: 'table',
  Blockquote: 'blockquote',
  FrontMatter: 'yaml',
};

interface Found {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
}

test(
  'both parsers find the same blocks in real pages',
  () => {
    const pages = readCorpus(BYTES);
    const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes, 'bytes of Markdown in node_modules').toBeGreaterThanOrEqual(LEAST_BYTES);
    for (const { path, text } of pages) {
      const markdown = unifyLineEnds(text);
      const tree = pageLanguage.parser.parse(markdown);
      // A toggle is one block only to who reads.
      const toggles = findToggles(tree, (from, to) => markdown.slice(from, to));
      const isOutside = ({ from }: Found) =>
        !toggles.some(({ first, last }) => first.from <= from && from < last.to);
      const [editor, reader] = [written(tree), readBlocks(readAsReader(markdown))].map((blocks) =>
        shown(markdown, blocks.filter(isOutside)),
      );
      expect(editor, path).toEqual(reader);
    }
  },
  LIMIT_MS,
);

function written(tree: Tree): Found[] {
  const found: Found[] = [];
  const visit = (parent: Tree, offset: number) =>
    parent.children.forEach((child, index) => {
      const from = offset + (parent.positions[index] ?? 0);
      if (!(child instanceof Tree)) return;
      const { name } = child.type;
      if (child.type.isAnonymous) visit(child, from);
      else
        found.push({
          from,
          to: from + child.length,
          kind: KINDS[name] ?? name.replace(/^(?:ATX|Setext)H/, 'h'),
        });
    });
  visit(tree, 0);
  return found;
}

function readBlocks({ children }: Root): Found[] {
  return children.map((node) => ({ ...span(node), kind: kindOf(node) }));
}

function kindOf(node: RootContent): string {
  if (node.type === 'heading') return `heading${node.depth}`;
  if (
    node.data?.hName === 'dl' ||
    (node.type === 'code' && node.lang === 'yaml' && node.position?.start.offset === 0)
  )
    return 'yaml';
  return node.data?.hName === 'figure' ? 'formula' : node.type;
}

function span({ position }: RootContent): { from: number; to: number } {
  return { from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 };
}

/** By their lines: the two count spaces in front and behind otherwise. */
function shown(markdown: string, blocks: readonly Found[]): string[] {
  const starts = [0];
  for (let at = markdown.indexOf('\n'); at !== -1; at = markdown.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineOf = (position: number) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  return blocks.map(({ from, to, kind }) => {
    const end = from + markdown.slice(from, to).trimEnd().length;
    return `${lineOf(from)}-${lineOf(end)} ${kind}`;
  });
}
