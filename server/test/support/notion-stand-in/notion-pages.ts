/**
 * The stand-in's pages: a tree of blocks each, read as Markdown and written as Markdown. As at Notion, what is written
 * comes back in Notion's own form, files have an address with another signature each time, and some blocks have no
 * Markdown.
 */
import { randomUUID } from 'node:crypto';

export interface NotionBlock {
  readonly id: string;
  readonly type: string;
  /** Its line of Markdown; for a page or a database its title. */
  readonly text: string;
  /** The block that it is inside of; none for those of the page itself. */
  readonly insideId?: string;
}

export interface NotionPage {
  readonly id: string;
  title: string;
  /** In Notion's form. */
  icon: { readonly type: string } | null;
  blocks: NotionBlock[];
  parentId: string | undefined;
  inTrash: boolean;
  isShared: boolean;
  /** Notion reads only so many blocks of it. */
  mostBlocks: number | undefined;
  /** Blocks that the connection may not see: named, and not found when asked for. */
  hiddenBlockIds: readonly string[];
  editedAt: Date;
}

export interface PageMarkdown {
  readonly markdown: string;
  readonly truncated: boolean;
  readonly unknown_block_ids: readonly string[];
}

// Read as a tag that names no content.
const WITHOUT_MARKDOWN = new Set(['bookmark', 'embed', 'link_preview', 'breadcrumb', 'template']);

export class NotionPages {
  readonly #pages = new Map<string, NotionPage>();
  #signatures = 0;
  /** How many results an answer has at most. */
  pageSize = 100;

  add(title: string, markdown = '', parent?: NotionPage): NotionPage {
    const page: NotionPage = {
      id: randomUUID(),
      title,
      icon: null,
      parentId: parent?.id,
      inTrash: false,
      isShared: true,
      blocks: parse(markdown, []),
      mostBlocks: undefined,
      hiddenBlockIds: [],
      editedAt: new Date(),
    };
    this.#pages.set(page.id, page);
    parent?.blocks.push({ id: page.id, type: 'child_page', text: title });
    return page;
  }

  clear(): void {
    this.#pages.clear();
  }

  /** @param inside another block of the page */
  addBlock(page: NotionPage, type: string, text = '', inside?: NotionBlock): NotionBlock {
    const block = { id: randomUUID(), type, text, ...(inside && { insideId: inside.id }) };
    page.blocks.push(block);
    return block;
  }

  /** As somebody writes at Notion. */
  write(page: NotionPage, markdown: string): void {
    page.blocks = parse(
      markdown,
      page.blocks.map((block) => [this.#line(block), block] as const),
    );
    page.editedAt = new Date();
  }

  /** @returns undefined for what is not there or not shared: Notion says the same of both */
  find(id: string): NotionPage | undefined {
    const page = this.#pages.get(
      id.replace(/^(\w{8})-?(\w{4})-?(\w{4})-?(\w{4})-?(\w{12})$/, '$1-$2-$3-$4-$5'),
    );
    return page?.isShared ? page : undefined;
  }

  /** @returns what a page or a block holds; undefined when there is no such one */
  childrenOf(id: string): readonly NotionBlock[] | undefined {
    const page = this.find(id);
    if (page) return page.blocks.filter(({ insideId }) => insideId === undefined);
    const owner = [...this.#pages.values()].find(({ blocks }) => blocks.some((block) => block.id === id));
    return owner?.isShared ? owner.blocks.filter(({ insideId }) => insideId === id) : undefined;
  }

  findBlock(id: string): NotionBlock | undefined {
    return [...this.#pages.values()].flatMap(({ blocks }) => blocks).find((block) => block.id === id);
  }

  search(query: string): NotionPage[] {
    const wanted = query.toLowerCase();
    return [...this.#pages.values()]
      .filter(({ isShared, title }) => isShared && title.toLowerCase().includes(wanted))
      .reverse();
  }

  markdownOf(page: NotionPage): PageMarkdown {
    const blocks = page.blocks.slice(0, page.mostBlocks ?? page.blocks.length);
    return {
      markdown: blocks.map((block) => this.#line(block)).join('\n'),
      truncated: blocks.length < page.blocks.length,
      unknown_block_ids: [
        ...blocks.filter(({ type }) => WITHOUT_MARKDOWN.has(type)).map(({ id }) => id),
        ...page.hiddenBlockIds,
      ],
    };
  }

  /** @returns why not, in Notion's words; undefined when it is done */
  replace(page: NotionPage, markdown: string): string | undefined {
    const before = page.blocks;
    const blocks = parse(
      markdown,
      before.map((block) => [this.#line(block), block] as const),
    );
    const lost = before.filter(
      ({ id, type }) => type.startsWith('child_') && !blocks.some((one) => one.id === id),
    );
    if (lost.length > 0)
      return `This would delete ${lost.length} child pages or databases: ${lost.map(({ text }) => text).join(', ')}.`;
    page.blocks = blocks;
    page.editedAt = new Date();
    return undefined;
  }

  #line({ id, type, text }: NotionBlock): string {
    if (WITHOUT_MARKDOWN.has(type)) return `<unknown url="https://www.notion.so/${id}" alt="${type}"/>`;
    if (type === 'child_page')
      return `<page url="https://www.notion.so/${id.replaceAll('-', '')}">${text}</page>`;
    if (type === 'child_database') return `<database url="https://www.notion.so/${id}">${text}</database>`;
    if (type === 'table_of_contents') return '<table_of_contents/>';
    if (type !== 'image') return text;
    this.#signatures += 1;
    const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=${this.#signatures}&x-id=GetObject`;
    return `![](https://prod-files-secure.s3.us-west-2.amazonaws.com/${id}/${text}?${query})`;
  }
}

/** @param known blocks that stay what they are when their line stays */
function parse(markdown: string, known: readonly (readonly [string, NotionBlock])[]): NotionBlock[] {
  const left = [...known];
  const blocks: NotionBlock[] = [];
  let code: string[] | undefined;
  let number = 0;
  for (const line of markdown.split('\n')) {
    if (code) {
      code.push(line);
      if (line.trim() !== '```') continue;
      blocks.push({ id: randomUUID(), type: 'code', text: code.join('\n') });
      code = undefined;
    } else if (line.startsWith('```')) code = [line];
    else if (line.trim() !== '') {
      number = /^\d+[.)] /.test(line) ? number + 1 : 0;
      const at = left.findIndex(([was]) => unsigned(was) === unsigned(line));
      const [found] = at < 0 ? [] : left.splice(at, 1);
      blocks.push(found ? found[1] : { id: randomUUID(), type: typeOf(line), text: normalise(line, number) });
    }
  }
  if (code) blocks.push({ id: randomUUID(), type: 'code', text: `${code.join('\n')}\n\`\`\`` });
  return blocks;
}

/** A file that Notion keeps is known by its address, however that is signed. */
function unsigned(line: string): string {
  return line.replace(/\?X-Amz-[^)]*/, '');
}

/** Notion's own form of a line. */
function normalise(line: string, number: number): string {
  return line
    .trimEnd()
    .replace(/^(\t*)[*+] /, '$1- ')
    .replace(/^\d+[.)] /, `${number}. `)
    .replace(/^#{5,6} /, '#### ')
    .replace(/__(.+?)__/g, '**$1**');
}

function typeOf(line: string): string {
  const heading = /^(#{1,6}) /.exec(line)?.[1]?.length;
  if (heading !== undefined) return `heading_${Math.min(heading, 4)}`;
  if (/^\s*[-*+] \[[ x]\] /.test(line)) return 'to_do';
  if (/^\s*[-*+] /.test(line)) return 'bulleted_list_item';
  if (/^\s*\d+[.)] /.test(line)) return 'numbered_list_item';
  if (line.startsWith('>')) return 'quote';
  return line.trim() === '---' ? 'divider' : 'paragraph';
}
