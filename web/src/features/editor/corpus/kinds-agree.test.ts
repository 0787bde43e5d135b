/** The editor's parser and the reading view's find the same blocks in real pages, line by line, in quotes and lists, too. */
import type { SyntaxNode } from '@lezer/common';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { expect, test } from 'vitest';
import { calloutOf } from '../../../../../markdown/src/kinds/callout/syntax.ts';
import { findToggles } from '../../../../../markdown/src/kinds/toggle/find-toggles.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { unifyLineEnds } from '../state/page-texts.ts';
import { readAsReader } from './read-as-reader.ts';
import { LEAST_BYTES, readCorpus } from './read-corpus.ts';
import { BYTES, LIMIT_MS, run as runOf } from './run.ts';

/** As the reading view's parser names what the editor's calls by these names. */
const KINDS: Readonly<Record<string, string>> = {
  Paragraph: 'paragraph',
  Task: 'paragraph',
  BulletList: 'list',
  OrderedList: 'list',
  ListItem: 'listItem',
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

const CONTAINERS: ReadonlySet<string> = new Set(['list', 'listItem', 'blockquote', 'footnoteDefinition']);

interface Found {
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly inside: readonly Found[];
}

test(
  'both parsers find the same blocks in real pages',
  () => {
    const pages = readCorpus(BYTES);
    const bytes = pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes, 'bytes of Markdown in node_modules').toBeGreaterThanOrEqual(LEAST_BYTES);
    for (const { path, text } of pages) {
      const { editor, reader } = bothViews(unifyLineEnds(text));
      expect(editor, path).toEqual(reader);
    }
  },
  LIMIT_MS,
);

test(
  'both parsers find the same blocks below a rule and where signs of formulas stand alone',
  () => {
    const signs = [
      '$$',
      '$$',
      '$$a',
      'b$$',
      '$$c$$',
      'a $$',
      'a',
      '`',
      '  ',
      '# h',
      '> ',
      '- b',
      '1. c',
      '===',
      '```',
    ];
    const line = fc
      .array(fc.constantFrom(...signs, '---'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join(''));
    const beginning = fc.constantFrom('', '', '---\n', '---\n\n', '---\na: b\n', '---\n- a\n');
    const page = fc
      .tuple(beginning, fc.array(line, { minLength: 1, maxLength: 5 }))
      .map(([first, lines]) => first + lines.join('\n'));
    fc.assert(
      fc.property(page, (markdown) => {
        // Of a mark with many spaces behind or in front the two disagree without any formula.
        fc.pre(!/[>\-.] {5,}$|^ {4,}>/m.test(markdown));
        const { editor, reader } = bothViews(markdown);
        expect(editor).toEqual(reader);
      }),
      runOf(3000),
    );
  },
  LIMIT_MS,
);

function bothViews(markdown: string): { readonly editor: string[]; readonly reader: string[] } {
  const tree = pageLanguage.parser.parse(markdown);
  // A toggle is one block only to who reads.
  const toggles = findToggles(tree, (from, to) => markdown.slice(from, to));
  const isOutside = ({ from }: Found) =>
    !toggles.some(({ first, last }) => first.from <= from && from < last.to);
  const outside = (blocks: readonly Found[]): Found[] =>
    blocks.filter(isOutside).map((block) => ({ ...block, inside: outside(block.inside) }));
  const lineOf = lineCounter(markdown);
  const [editor, reader] = [written(tree.topNode, markdown), readBlocks(readAsReader(markdown))].map(
    (blocks) => outside(blocks).flatMap((block) => shown(markdown, lineOf, block)),
  );
  return { editor: editor ?? [], reader: reader ?? [] };
}

function written(parent: SyntaxNode, markdown: string): Found[] {
  const found: Found[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    const { name, from, to } = node;
    const kind = KINDS[name] ?? /^(?:ATX|Setext)(H\w+)$/.exec(name)?.[1]?.toLowerCase();
    if (kind === undefined) continue;
    // Who reads finds the title of a callout apart.
    const isOpen = CONTAINERS.has(kind) && !calloutOf(node, (start, end) => markdown.slice(start, end));
    found.push({ from, to, kind, inside: isOpen ? written(node, markdown) : [] });
  }
  return found;
}

function readBlocks(parent: Nodes): Found[] {
  if (!('children' in parent)) return [];
  return parent.children.map((node) => {
    const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const kind = kindOf(node);
    const isOpen = CONTAINERS.has(kind) && node.data?.hName !== 'aside';
    return { from, to, kind, inside: isOpen ? readBlocks(node) : [] };
  });
}

function kindOf(node: Nodes): string {
  if (node.type === 'heading') return `heading${node.depth}`;
  if (
    node.data?.hName === 'dl' ||
    (node.type === 'code' && node.lang === 'yaml' && node.position?.start.offset === 0)
  )
    return 'yaml';
  return node.type === 'inlineCode' && node.data?.hName === 'figure' ? 'formula' : node.type;
}

/** By their lines: the two count spaces in front and behind otherwise, and empty lines at the end of what has others inside. */
function shown(markdown: string, lineOf: (position: number) => number, block: Found): string[] {
  const { from, to, kind, inside } = block;
  const end = CONTAINERS.has(kind) ? '' : lineOf(from + markdown.slice(from, to).trimEnd().length);
  return [
    `${lineOf(from)}-${end} ${kind}`,
    ...inside.flatMap((each) => shown(markdown, lineOf, each)).map((each) => `  ${each}`),
  ];
}

function lineCounter(markdown: string): (position: number) => number {
  const starts = [0];
  for (let at = markdown.indexOf('\n'); at !== -1; at = markdown.indexOf('\n', at + 1)) starts.push(at + 1);
  return (position) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
