/** Formulas and wiki links as nodes that remark knows, with the elements that they become. */
import type { Nodes, PhrasingContent } from 'mdast';
import { readWikiLink, wikiWords } from '../../../../../../markdown/src/kinds/wiki-link/syntax.ts';
import type { FormulaPlace } from '../../formulas/draw-formula.ts';

export function wikiNode(source: string): PhrasingContent & Nodes {
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

export function formulaNode(tex: string, place: FormulaPlace): PhrasingContent & Nodes {
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
