/** All that people and programs are shown of a page, as text that can be compared. */
import type { Content } from '../../../../../markdown/src/read/elements.ts';
import { renderMarkdown } from '../../../../../supabase/functions/public-page/text/render-markdown.ts';
import { unifyLineEnds } from '../../document/words/page-texts.ts';
import { placeBlocks } from '../drawing/place-blocks.ts';
import { countWords } from '../markdown/count-words.ts';
import { markdownToHtml } from '../markdown/exchange/markdown-to-html.ts';
import { pageLanguage } from '../markdown/page-language.ts';
import { keepBlankLines } from '../reading/parts/keep-blank-lines.ts';
import { renderedTree } from '../reading/parts/rendered-tree.ts';

export const VIEWS = ['reading', 'public', 'copied', 'grammar', 'words'] as const;

export type Shown = Readonly<Record<(typeof VIEWS)[number], string>>;

const SITE = 'https://docs.example.com';
const ID = '6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';
const LINKED = {
  open: new Set([ID]),
  titles: new Map<string, string>(),
  tree: [
    { id: ID, parent_id: null, name: 'Guide' },
    { id: `${ID.slice(0, -1)}1`, parent_id: ID, name: 'Set up' },
  ],
};
// A machine with much else to do must not end it.
const LONGEST_WORK_MS = 600_000;

export async function shownOf(text: string): Promise<Shown> {
  const markdown = unifyLineEnds(text);
  const { html, headings } = await renderMarkdown(markdown, SITE, LINKED, undefined, LONGEST_WORK_MS);
  return {
    reading: readingView(markdown),
    public: `${html}${headings.map(({ level, id, text: said }) => `h${level} #${id} ${said}\n`).join('')}`,
    copied: markdownToHtml(markdown, SITE),
    // The editor decorates what it finds here.
    grammar: grammar(markdown),
    words: `${countWords(markdown)}`,
  };
}

/** The elements that React draws, a line for each. */
function readingView(markdown: string): string {
  const root = renderedTree(markdown);
  placeBlocks(root);
  keepBlankLines(root, markdown, 0);
  return linesOf(root.children, '');
}

function linesOf(nodes: readonly Content[], indent: string): string {
  let lines = '';
  let text = '';
  const endText = () => {
    if (text !== '') lines += `${indent}${JSON.stringify(text)}\n`;
    text = '';
  };
  for (const node of nodes) {
    if (node.type === 'text') {
      // Text beside text is one to who reads.
      text += node.value;
      continue;
    }
    endText();
    const facts = Object.entries(node.properties).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    lines += `${indent}<${node.tagName}${facts.join('')}>\n${linesOf(node.children, `${indent}  `)}`;
  }
  endText();
  return lines;
}

function grammar(markdown: string): string {
  let depth = 0;
  let lines = '';
  pageLanguage.parser.parse(markdown).iterate({
    enter: ({ name, from, to }) => {
      lines += `${'  '.repeat(depth++)}${name} ${from}-${to}\n`;
    },
    leave: () => {
      depth--;
    },
  });
  return lines;
}

export function asText(shown: Shown): string {
  return VIEWS.map((view) => `===== ${view}\n${shown[view]}\n`).join('');
}
