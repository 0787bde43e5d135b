/** The syntax of pages beyond GitHub's Markdown, for the reading view: a plugin for remark, made for one text. */
import type { Nodes, Root } from 'mdast';
import type { CompileContext, Extension as FromMarkdown, Token } from 'mdast-util-from-markdown';
import type { Extension as Micromark } from 'micromark-util-types';
import type { Plugin } from 'unified';
import { type FoundSyntax, findSyntax } from './find-syntax.ts';
import { keepLineEnds } from './keep-line-ends.ts';
import { fillLongTexts, type LongText } from './long-texts.ts';
import { formulaNode, wikiNode } from './page-nodes.ts';
import { readBlocks } from './read-blocks.ts';
import { pageTokens } from './tokenize.ts';

// A heading of its own would be one of the page's.
export const FOOTNOTES = {
  footnoteLabelTagName: 'p',
  footnoteLabelProperties: { className: ['footnotes-label'] },
};

declare module 'unified' {
  interface Data {
    micromarkExtensions?: Micromark[];
    fromMarkdownExtensions?: (FromMarkdown[] | FromMarkdown)[];
  }
}

/**
 * @param markdown the text that will be read, and no other
 * @param found in it, by the editor's parser
 */
export function pageSyntax(markdown: string, found = findSyntax(markdown)): Plugin<[], Root> {
  return function () {
    const data = this.data();
    const places = new Map<Nodes, LongText>();
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), pageTokens(found)];
    data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodesOf(found, places)];
    return (root) => {
      fillLongTexts(root, places);
      readBlocks(root, markdown);
      keepLineEnds(root);
    };
  };
}

/** @param places gets the nodes that stand for long texts */
function nodesOf(
  { frontMatter, formulas, blocks, wikiLinks, longTexts }: FoundSyntax,
  places: Map<Nodes, LongText>,
): FromMarkdown {
  const formulaAt = (at: number) => formulas.get(at) ?? blocks.get(at);
  const enterFormula = function (this: CompileContext, token: Token) {
    const { tex = '', isDisplayed = false } = formulaAt(token.start.offset) ?? {};
    this.enter(
      formulaNode(tex, token.type === 'formulaBlock' ? 'block' : isDisplayed ? 'line' : 'text'),
      token,
    );
  };
  const exit = function (this: CompileContext, token: Token) {
    this.exit(token);
  };
  return {
    canContainEols: ['emphasis'],
    enter: {
      frontMatter(token) {
        this.enter({ type: 'yaml', value: frontMatter?.value ?? '' }, token);
      },
      highlight(token) {
        this.enter({ type: 'emphasis', data: { hName: 'mark' }, children: [] }, token);
      },
      formula: enterFormula,
      formulaBlock: enterFormula,
      longText(token) {
        const node: Nodes = { type: 'inlineCode', value: '' };
        const { offset } = token.start;
        const text = longTexts.find(({ from, to }) => from <= offset && offset < to);
        if (text) places.set(node, { ...text, from: offset });
        this.enter(node, token);
      },
      wikiLink(token) {
        this.enter(wikiNode(wikiLinks.get(token.start.offset) ?? ''), token);
      },
    },
    exit: {
      frontMatter: exit,
      highlight: exit,
      formula: exit,
      formulaBlock: exit,
      longText: exit,
      wikiLink: exit,
    },
  };
}
