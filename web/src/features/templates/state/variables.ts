/**
 * The variables of a template, such as `{{date}}`, which are filled in when a page is started from it. A single pass
 * goes over the template, and never over what it put in, so that a page called "{{person}}" stays called so.
 */

import { htmlOfText } from '../../../../../markdown/src/kinds/toggle/syntax.ts';
import { LONGEST_PAGE_NAME } from '../../../lib/limits.ts';
import { escapeWords } from '../../editor/markdown/exchange/as-words.ts';
import { pageLanguage } from '../../editor/markdown/page-language.ts';
import { namedFiles, withFilesOnly } from '../../files/file-names.ts';
import type { StartedPage, Template } from './template.ts';

export const VARIABLES = [
  { name: 'date', meaning: 'Today, as in “November 25, 2026”' },
  { name: 'time', meaning: 'The time now, as in “9:30 AM”' },
  { name: 'person', meaning: 'The name of the person who starts the page' },
  { name: 'page', meaning: 'The page’s name' },
] as const;

type VariableName = (typeof VARIABLES)[number]['name'];
type Values = Readonly<Record<VariableName, string>>;

// Behind a backslash it is no variable, but the words of one.
const VARIABLE = /(?<!\\)\{\{(date|time|person|page)\}\}/g;

/** Parts that are shown as they are written: an escaped name would show its escapes there. */
const VERBATIM: ReadonlySet<string> = new Set([
  ...['FencedCode', 'CodeBlock', 'InlineCode', 'Formula', 'FormulaBlock', 'FrontMatter'],
  ...['HTMLTag', 'Comment', 'CommentBlock'],
]);

export interface Occasion {
  readonly now: Date;
  readonly person: string;
  /** The page's name; undefined for one that gets its name from the template. */
  readonly page: string | undefined;
}

/** @returns the page's name, plain text, and its Markdown */
export function startPage(
  { pageName }: Pick<Template, 'pageName'>,
  content: string,
  occasion: Occasion,
): StartedPage {
  const values = {
    date: occasion.now.toLocaleDateString('en-US', { dateStyle: 'long' }),
    // Without the narrow space that some browsers put before AM and PM.
    time: occasion.now.toLocaleTimeString('en-US', { timeStyle: 'short' }).replaceAll(/\s/g, ' '),
    person: oneLine(occasion.person),
  };
  const named = pageName.replaceAll(VARIABLE, (variable, name: VariableName) =>
    name === 'page' ? variable : values[name],
  );
  const page = oneLine(occasion.page ?? named).slice(0, LONGEST_PAGE_NAME);
  // A variable names no file: whoever starts the page may be able to read one that the template's writer may not.
  const files = new Set(namedFiles(content));
  return { name: page, content: withFilesOnly(fillIn(content, { ...values, page }), files) };
}

/** Fills in Markdown. The values are plain text: in the page they read as they are. Unknown variables stay. */
export function fillIn(markdown: string, values: Values): string {
  if (markdown.search(VARIABLE) === -1) return markdown;
  const ranges = specialRanges(markdown);
  let next = 0;
  return markdown.replaceAll(VARIABLE, (variable, name: VariableName, at: number) => {
    while ((ranges[next]?.to ?? at + 1) <= at) next += 1;
    const range = ranges[next];
    if (!range || at < range.from)
      return escapeWords(
        oneLine(values[name]),
        isLineStart(markdown, at) ? restOfLine(markdown, at + variable.length) : undefined,
      );
    return range.isHtml ? escapeHtml(values[name]) : variable;
  });
}

interface SpecialRange {
  readonly from: number;
  readonly to: number;
  /** As the summary of a toggle is. */
  readonly isHtml: boolean;
}

/** In order, and none in another. */
function specialRanges(markdown: string): readonly SpecialRange[] {
  const ranges: SpecialRange[] = [];
  pageLanguage.parser.parse(markdown).iterate({
    enter: ({ name, from, to }) => {
      const isHtml = name === 'HTMLBlock';
      if (!isHtml && !VERBATIM.has(name)) return true;
      ranges.push({ from, to, isHtml });
      return false;
    },
  });
  return ranges;
}

const LONGEST_MARKS = 200;
const LONGEST_REST = 1000;

/** Behind the marks of quotes, lists and tasks a block begins, too. */
function isLineStart(markdown: string, at: number): boolean {
  // A line may be as long as the page.
  const from = Math.max(0, at - LONGEST_MARKS);
  const before = markdown.slice(from, at);
  const lineStart = before.lastIndexOf('\n') + 1;
  if (lineStart === 0 && from > 0) return false;
  return /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(?:\[[ xX]\]\s+)?$/.test(before.slice(lineStart));
}

function restOfLine(markdown: string, from: number): string {
  return /^.*/.exec(markdown.slice(from, from + LONGEST_REST))?.[0] ?? '';
}

function escapeHtml(value: string): string {
  // There is no other way to write two braces that are no variable's.
  return htmlOfText(oneLine(value)).replaceAll('{{', '{ {');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
