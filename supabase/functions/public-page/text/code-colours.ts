/** Blocks of code with the colours that they have in the app. */
import type { Parser } from '@lezer/common';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { languageLabel } from '../../../../markdown/src/kinds/code/language-names.ts';
import { importCodeParser } from '../../../../markdown/src/kinds/code/languages.ts';
import { printPieces } from '../../../../markdown/src/kinds/long-text/print-pieces.ts';
import { escapeText } from '../../../../markdown/src/text/escape-html.ts';
import { workedMs } from './work-budget.ts';

const FENCE = /^[ \t>*+\-\d.)]{0,80}(?:`{3,}|~{3,})[ \t]*([^\s`{]{1,40})/gm;
// Longer ones stay plain, as in the app.
const LONGEST_COLOURED = 50_000;
// The limit is for all blocks of a page together.
const LONGEST_TIME_MS = 400;
const PLAIN = ['', 'none', 'text', 'txt'];

const known = new Map<string, Parser | null>();

export interface CodeColours {
  /** @returns the block as HTML */
  block(code: string, info: string): string;
}

/** @param content the page whose languages are to be loaded */
export async function loadCodeColours(content: string): Promise<CodeColours> {
  const names = new Set([...content.matchAll(FENCE)].map(([, info = '']) => languageName(info)));
  await Promise.all([...names].filter((name) => !known.has(name)).map(load));
  let left = LONGEST_TIME_MS;
  const colour = (code: string, language: string) => {
    const parser = known.get(language);
    if (!parser || left <= 0 || code.length > LONGEST_COLOURED) return printPieces(code, escapeText);
    const start = workedMs();
    const html = coloured(code, parser);
    left -= workedMs() - start;
    return html;
  };
  return {
    block: (code, info) => {
      const language = languageName(info);
      const label = PLAIN.includes(language) ? 'Plain text' : languageLabel(language);
      const inside = colour(code.trimEnd(), language);
      return `<div class="code"><p>${escapeText(label)}</p><pre><code>${inside}</code></pre></div>\n`;
    },
  };
}

async function load(name: string): Promise<void> {
  const parser = await importCodeParser(name);
  // A name that nobody knows is anybody's: remembered, they would fill the memory.
  if (parser) known.set(name, parser);
}

/** The first word is the language. */
function languageName(info: string): string {
  return (/^[^\s{]+/.exec(info.trim())?.[0] ?? '').toLowerCase();
}

function coloured(code: string, parser: Parser): string {
  let html = '';
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) => {
      html += classes === '' ? escapeText(text) : `<span class="${classes}">${escapeText(text)}</span>`;
    },
    () => {
      html += '\n';
    },
  );
  return html;
}
