/** The syntax of pages beyond GitHub's Markdown, for the reading view: a plugin for remark, made for one text. */
import type { Nodes, PhrasingContent, Root } from 'mdast';
import type { CompileContext, Extension as FromMarkdown, Token } from 'mdast-util-from-markdown';
import type { Extension as Micromark } from 'micromark-util-types';
import type { Plugin } from 'unified';
import type { FormulaPlace } from '../../formulas/draw-formula.ts';
import { readWikiLink, wikiWords } from '../../markdown/wiki-links.ts';
import { type FoundSyntax, findSyntax } from './find-syntax.ts';
import { keepLineEnds } from './keep-line-ends.ts';
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

/** @param markdown the text that will be read, and no other */
export function pageSyntax(markdown: string): Plugin<[], Root> {
  const found = findSyntax(markdown);
  return function () {
    const data = this.data();
    data.micromarkExtensions = [...(data.micromarkExtensions ?? []), pageTokens(found)];
    data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodesOf(found)];
    return (root) => {
      readBlocks(root, markdown);
      keepLineEnds(root);
    };
  };
}

function nodesOf({ frontMatter, formulas, blocks, wikiLinks }: FoundSyntax): FromMarkdown {
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
      wikiLink(token) {
        this.enter(wikiNode(wikiLinks.get(token.start.offset) ?? ''), token);
      },
    },
    exit: { frontMatter: exit, highlight: exit, formula: exit, formulaBlock: exit, wikiLink: exit },
  };
}

function wikiNode(source: string): PhrasingContent & Nodes {
  return {
    type: 'inlineCode',
    value: source,
    data: {
      hName: 'a',
      hProperties: { 'data-wiki': source },
      hChildren: [{ type: 'text', value: wikiWords(readWikiLink(source)) }],
    },
  };
}

/** A node that remark knows, with the element that it becomes. */
function formulaNode(tex: string, place: FormulaPlace): PhrasingContent & Nodes {
  return {
    type: 'inlineCode',
    value: tex,
    data: {
      hName: place === 'block' ? 'figure' : 'var',
      hProperties: { 'data-place': place },
      hChildren: [{ type: 'text', value: tex }],
    },
  };
}
