/**
 * Formats of whole lines: heading, item, task, quote. A command applies to every line of the selection; its second use
 * takes the format away. Code becomes the format as a whole: a mark before one of its fences would let the rest out.
 */
import { syntaxTree } from '@codemirror/language';
import type { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state';
import { textEdits } from '../../document/moves/edits/text-changes.ts';
import { withItemsKept } from '../blocks/lines/kept-items.ts';
import { turnInto } from '../blocks/menu/turn-into.ts';
import { escapeBeginning, escapeHeadingEnd } from '../markdown/exchange/as-words.ts';
import { wholeAround } from '../markdown/whole-blocks.ts';

export type LineFormat = 'heading-1' | 'heading-2' | 'heading-3' | 'bullets' | 'numbers' | 'tasks' | 'quote';

const HEADING = /^(#{1,6})[ \t]+/;
const ITEM = /^(\s*)(?:([-*+])|\d{1,9}[.)])[ \t]+(\[[ xX]\][ \t]+)?/;
const QUOTE = /^>[ \t]?/;
const CLOSING = /[ \t]+#+[ \t]*$/;

/** @returns what the line is already */
export function lineFormat(text: string): LineFormat | undefined {
  const heading = HEADING.exec(text)?.[1]?.length;
  if (heading === 1 || heading === 2 || heading === 3) return `heading-${heading}`;
  if (QUOTE.test(text)) return 'quote';
  const item = ITEM.exec(text);
  if (!item) return undefined;
  if (item[3] !== undefined) return 'tasks';
  return item[2] === undefined ? 'numbers' : 'bullets';
}

export const toggleHeading1 = toggle('heading-1');
export const toggleHeading2 = toggle('heading-2');
export const toggleHeading3 = toggle('heading-3');
export const toggleBullets = toggle('bullets');
export const toggleNumbers = toggle('numbers');
export const toggleTasks = toggle('tasks');
export const toggleQuote = toggle('quote');
export const makeParagraph: StateCommand = (target) => apply(target, undefined);

function toggle(format: LineFormat): StateCommand {
  return (target) => {
    const lines = selectedLines(target.state, format);
    const isThere = lines.length > 0 && lines.every(({ text }) => lineFormat(text) === format);
    return apply(target, isThere ? undefined : format);
  };
}

function apply({ state, dispatch }: Parameters<StateCommand>[0], format: LineFormat | undefined): boolean {
  if (state.readOnly) return false;
  const lines = selectedLines(state, format);
  // All that is selected is code, or what can become nothing else.
  if (lines.length === 0) return turnInto(format ?? 'text')({ state, dispatch }) || true;
  const changes = lines.map((line, index) => [
    ...rewrite(state, line, format, index),
    ...endOfDefinition(state, line, lines, format),
  ]);
  const change = withItemsKept(state, state.changes(changes));
  // The caret stays behind a mark that was put in front of it.
  const selection = state.selection.map(change, 1);
  dispatch(state.update({ changes: change, selection, scrollIntoView: true, userEvent: 'input.format' }));
  return true;
}

function rewrite(
  state: EditorState,
  line: Line,
  format: LineFormat | undefined,
  index: number,
): ChangeSpec[] {
  const { from, text } = line;
  const goesOn = isTextBefore(state, line);
  const old = prefixOf(text, goesOn);
  const indent = /^\s*/.exec(text)?.[0] ?? '';
  const isBlank = text.trim() === '' && index > 0;
  const insert = format === undefined ? '' : prefix(format, index, { indent, isBlank });
  const change = { from, to: from + old.length, insert };
  // The words of a heading, and of a text's further lines, begin a line now.
  const wasHeading = !goesOn && HEADING.test(text);
  const isHeading = format?.startsWith('heading') ?? false;
  const words = wasHeading ? text.slice(old.length).replace(CLOSING, '') : text.slice(old.length);
  const isFirst = !isHeading && (wasHeading || (goesOn && format !== undefined));
  const written = isFirst
    ? escapeBeginning(words)
    : isHeading && !wasHeading
      ? escapeHeadingEnd(words)
      : words;
  if (isHeading && wasHeading) return [change];
  return [change, ...textEdits(from + old.length, text.slice(old.length), written)];
}

/** The definition of a link ends with its line, but items and quotes go on with the text below. */
function endOfDefinition(
  state: EditorState,
  { number, to }: Line,
  lines: readonly Line[],
  format: LineFormat | undefined,
): ChangeSpec[] {
  if (format === undefined || format.startsWith('heading') || number === state.doc.lines) return [];
  const below = state.doc.line(number + 1);
  const isLast = !lines.some((line) => line.number === below.number) && below.text.trim() !== '';
  const definition = syntaxTree(state).resolveInner(to, -1);
  const isDefinition = definition.name === 'LinkReference' || definition.parent?.name === 'LinkReference';
  return isLast && isDefinition ? [{ from: to, insert: state.lineBreak }] : [];
}

/** Whether a line goes on with the text of the one above: what looks like the mark of an item there is none. */
function isTextBefore(state: EditorState, { from, text }: Line): boolean {
  const at = from + (/^[\s>]*/.exec(text)?.[0].length ?? 0);
  const { name, from: start } = syntaxTree(state).resolveInner(at, 1);
  return name === 'Paragraph' && start < from;
}

function prefixOf(text: string, goesOn: boolean): string {
  const mark = goesOn ? QUOTE.exec(text) : (HEADING.exec(text) ?? QUOTE.exec(text) ?? ITEM.exec(text));
  return (mark ?? /^\s*/.exec(text))?.[0] ?? '';
}

interface OldLine {
  readonly indent: string;
  /** Whether there is nothing in it, between others. */
  readonly isBlank: boolean;
}

function prefix(format: LineFormat, index: number, { indent, isBlank }: OldLine): string {
  switch (format) {
    case 'bullets':
      return `${indent}- `;
    case 'numbers':
      return `${indent}${index + 1}. `;
    case 'tasks':
      return `${indent}- [ ] `;
    case 'quote':
      return isBlank ? '>' : '> ';
    default:
      return `${'#'.repeat(Number(format.at(-1)))} `;
  }
}

/** Empty lines between others are left alone, but in a quote, which goes on over them. So are code, tables and HTML. */
function selectedLines(state: EditorState, format: LineFormat | undefined): Line[] {
  const lines = new Map<number, Line>();
  for (const { from, to } of state.selection.ranges) {
    const last = state.doc.lineAt(to).number;
    for (let number = state.doc.lineAt(from).number; number <= last; number++) {
      lines.set(number, state.doc.line(number));
    }
  }
  const all = [...lines.values()].filter(({ to }) => wholeAround(state, to) === undefined);
  const written = all.filter(({ text }) => text.trim() !== '');
  const [first, last] = [written[0], written.at(-1)];
  if (!first || !last) return all;
  return format === 'quote'
    ? all.filter(({ number }) => number >= first.number && number <= last.number)
    : written;
}
