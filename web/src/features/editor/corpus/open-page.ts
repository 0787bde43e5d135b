/** Pages of the corpus, opened as in the product: by way of the shared document that a browser reads. */
import * as Y from 'yjs';
import { createDocument } from '../../document/words/merge-order.ts';
import { writeTexts } from '../../document/words/page-document.ts';
import { PageWithoutWindow } from './page-without-window.ts';
import { type Read, readAsReader } from './read-as-reader.ts';
import type { CorpusPage } from './read-corpus.ts';

export interface OpenPage {
  readonly path: string;
  /** As it is when nobody has touched it. */
  readonly text: string;
  readonly page: PageWithoutWindow;
  readonly root: Read;
}

export function openText(text: string): PageWithoutWindow {
  const server = createDocument();
  writeTexts(server, { name: '', description: '', content: text }, undefined);
  const browser = new Y.Doc();
  Y.applyUpdate(browser, Y.encodeStateAsUpdate(server));
  return new PageWithoutWindow(browser.getText('content'));
}

/** Opens each page once, until it is forgotten. */
export class OpenPages {
  readonly #corpus: readonly CorpusPage[];
  readonly #pages = new Map<number, OpenPage>();

  constructor(corpus: readonly CorpusPage[]) {
    this.#corpus = corpus;
  }

  at(index: number): OpenPage {
    const known = this.#pages.get(index);
    if (known) return known;
    const { path, text } = this.#corpus[index] ?? { path: 'none', text: '' };
    const page = openText(text);
    const markdown = page.state.doc.toString();
    const opened = { path, text: markdown, page, root: readAsReader(markdown) };
    this.#pages.set(index, opened);
    return opened;
  }
}

export interface ReadBlock {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
  readonly source: string;
}

/** The outermost blocks, as they are read. */
export function readBlocks({ children }: Read, markdown: string): ReadBlock[] {
  return children.map((node) => {
    const { from, to } = node;
    const kind = 'depth' in node ? `${node.type}${node.depth}` : node.type;
    return { kind, from, to, source: markdown.slice(from, to) };
  });
}
