/**
 * Front matter as properties: the part of YAML that notes have in them, read with the places of all that can be written anew.
 * Anything else stays as it is written: a reader of all of YAML would be larger than the editor's first file.
 */

export type PropertyKind = 'text' | 'number' | 'checkbox' | 'date' | 'list' | 'empty' | 'other';

export interface Scalar {
  readonly from: number;
  readonly to: number;
  /** Its text, without quotes. */
  readonly text: string;
  /** The quote around it, or none. */
  readonly quote: '"' | "'" | '';
}

export interface Property {
  readonly name: string;
  readonly kind: PropertyKind;
  /** From the beginning of its first line to the end of its last one, without its line break. */
  readonly from: number;
  readonly to: number;
  readonly nameFrom: number;
  readonly nameTo: number;
  /** Behind the colon, where a value that is not there yet begins. */
  readonly colonTo: number;
  /** The value; of a list its items; of what is not read, its source. */
  readonly values: readonly Scalar[];
  /** How a list is written: in brackets, or a line for each item. */
  readonly style: 'brackets' | 'lines' | undefined;
}

export interface Properties {
  readonly properties: readonly Property[];
  /** The beginning of the line that ends the front matter. */
  readonly end: number;
  /** The front matter's end, with that line. */
  readonly to: number;
}

export type ReadFrontMatter = Properties | { readonly faultLine: number };

const KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#[\]{},&*!|>%@`?:-](?:[^:#]|:(?=\S)|(?<=\S)#)*?))[ \t]*:(?=[ \t]|$)/;
// A longer line would take longer to read than it is worth.
const LONGEST_NAME = 300;
const LONGEST_LIST = 5000;
const FENCE = /^(?:-{3}|\.{3})[ \t]*$/;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const CHECKBOX = /^(?:true|false)$/i;
const NOTHING = /^(?:~|null|)$/i;
// Signs that begin something else than words, and what makes plain words something else.
const NOT_PLAIN = /^[[\]{},&*!|>%@`#?]|^[-:](?:[ \t]|$)|:(?:[ \t]|$)|[ \t]#/;

interface Line {
  readonly text: string;
  readonly from: number;
  readonly number: number;
}

/**
 * @param source the front matter, from the page's beginning on
 * @returns undefined where nothing ends it
 */
export function readProperties(source: string): ReadFrontMatter | undefined {
  const lines = linesOf(source);
  const endLine = lines.findIndex(({ text }, at) => at > 0 && FENCE.test(text));
  const end = lines[endLine];
  if (!end || !/^-{3}[ \t]*$/.test(lines[0]?.text ?? '')) return undefined;
  const properties: Property[] = [];
  const names = new Set<string>();
  for (let at = 1; at < endLine; ) {
    const line = lines[at];
    if (!line || /^[ \t]*(?:#|$)/.test(line.text)) {
      at++;
      continue;
    }
    let next = at + 1;
    while (next < endLine && isInside(lines[next], line)) next++;
    // Comments and blank lines below belong to nobody.
    while (next > at + 1 && /^[ \t]*(?:#|$)/.test(lines[next - 1]?.text ?? '')) next--;
    const property = readProperty(line, lines.slice(at + 1, next));
    if (typeof property === 'number') return { faultLine: property };
    if (names.has(property.name)) return { faultLine: line.number };
    names.add(property.name);
    properties.push(property);
    at = next;
  }
  return { properties, end: end.from, to: end.from + end.text.length };
}

function linesOf(source: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const text of source.split('\n')) {
    lines.push({ text, from, number: lines.length + 1 });
    from += text.length + 1;
  }
  return lines;
}

/** Whether a line belongs to the property that begins in another: it is indented, or an item of its list. */
function isInside(line: Line | undefined, first: Line): boolean {
  if (!line) return false;
  if (/^[ \t]*(?:#|$)/.test(line.text) || /^[ \t]/.test(line.text)) return true;
  return /^-(?:[ \t]|$)/.test(line.text) && /:[ \t]*(?:#.*)?$/.test(first.text);
}

/** @returns the number of the line with a fault, or the property */
function readProperty(line: Line, below: readonly Line[]): Property | number {
  const found = KEY.exec(line.text.slice(0, LONGEST_NAME));
  if (!found) return line.number;
  const [whole, double, single, plain] = found;
  const last = below.at(-1) ?? line;
  const colonTo = line.from + whole.length;
  const raw = double ?? single ?? plain ?? '';
  const nameLength = raw.length + (plain === undefined ? 2 : 0);
  const about = {
    name:
      double !== undefined
        ? unescaped(raw)
        : single !== undefined
          ? raw.replaceAll("''", "'")
          : raw.trimEnd(),
    from: line.from,
    to: last.from + last.text.length,
    nameFrom: line.from,
    nameTo: line.from + (plain === undefined ? nameLength : raw.trimEnd().length),
    colonTo,
  };
  const value = scalarIn(line.text, whole.length, line.from);
  if (typeof value === 'string') return line.number;
  const tab = below.find(({ text }) => /^ *\t/.test(text));
  if (tab) return tab.number;
  const isList =
    value.text === '' && value.quote === '' && below.some(({ text }) => /^[ \t]*-(?:[ \t]|$)/.test(text));
  if (isList) {
    const items = itemsBelow(below);
    return items ? { ...about, kind: 'list', values: items, style: 'lines' } : other(about, line, below);
  }
  if (below.length > 0) return other(about, line, below);
  if (value.quote === '' && value.text.startsWith('[')) {
    const items = itemsInBrackets(value);
    return items ? { ...about, kind: 'list', values: items, style: 'brackets' } : other(about, line, below);
  }
  if (value.quote === '' && NOT_PLAIN.test(value.text)) {
    // A value that YAML allows and that is not plain stays as it is; one that YAML does not allow is a fault.
    return /^[&*!|>{]/.test(value.text) ? other(about, line, below) : line.number;
  }
  return { ...about, kind: kindOf(value), values: [value], style: undefined };
}

function other(
  about: Omit<Property, 'kind' | 'values' | 'style'>,
  line: Line,
  below: readonly Line[],
): Property {
  const text = [
    line.text.slice(about.colonTo - line.from).trim(),
    ...dedented(below.map((each) => each.text)),
  ];
  const value: Scalar = { from: about.colonTo, to: about.to, text: text.join('\n').trim(), quote: '' };
  return { ...about, kind: 'other', values: [value], style: undefined };
}

function dedented(lines: readonly string[]): string[] {
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const least = Math.min(...depths, 100);
  return lines.map((line) => line.slice(least));
}

export function kindOf({ text, quote }: Pick<Scalar, 'text' | 'quote'>): PropertyKind {
  if (quote !== '') return 'text';
  if (NOTHING.test(text)) return 'empty';
  if (CHECKBOX.test(text)) return 'checkbox';
  if (NUMBER.test(text)) return 'number';
  return DATE.test(text) ? 'date' : 'text';
}

/** @returns the value in a line from here on, without the comment behind it; "fault" where a quote has no end */
function scalarIn(text: string, start: number, offset: number): Scalar | 'fault' {
  const from = start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0);
  const rest = text.slice(from);
  const [quoted] = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest) ?? [];
  if (quoted !== undefined) {
    if (!/^[ \t]*$|^[ \t]+#/.test(rest.slice(quoted.length))) return 'fault';
    return { ...unquoted(quoted), from: offset + from, to: offset + from + quoted.length };
  }
  if (/^["']/.test(rest)) return 'fault';
  const [brackets] =
    /^\[(?:[^"'[\]]|"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')*\](?=[ \t]*$|[ \t]+#)/.exec(rest) ?? [];
  const plain = brackets ?? (/^#/.test(rest) ? '' : rest.replace(/[ \t]#.*$/, '').trimEnd());
  // A space belongs in front of it, where there is none yet.
  const at = plain === '' ? start : from;
  return { from: offset + at, to: offset + at + plain.length, text: plain, quote: '' };
}

function unquoted(quoted: string): Pick<Scalar, 'text' | 'quote'> {
  const inside = quoted.slice(1, -1);
  return quoted.startsWith('"')
    ? { text: unescaped(inside), quote: '"' }
    : { text: inside.replaceAll("''", "'"), quote: "'" };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/gi, (_, two, four, sign) =>
    sign === undefined ? String.fromCharCode(Number.parseInt(two ?? four, 16)) : (ESCAPES[sign] ?? sign),
  );
}

/** @returns undefined where an item is more than a line of text */
function itemsBelow(below: readonly Line[]): Scalar[] | undefined {
  const items: Scalar[] = [];
  const depth = /^ */.exec(below.find(({ text }) => !/^[ \t]*(?:#|$)/.test(text))?.text ?? '')?.[0];
  for (const { text, from } of below) {
    if (/^[ \t]*(?:#|$)/.test(text)) continue;
    const [mark, indent] = /^( *)-(?=[ \t]|$)/.exec(text) ?? [];
    if (mark === undefined || indent !== depth) return undefined;
    const item = scalarIn(text, mark.length, from);
    if (typeof item === 'string' || (item.quote === '' && NOT_PLAIN.test(item.text))) return undefined;
    items.push(item);
  }
  return items;
}

/** @returns undefined where an item is more than text */
function itemsInBrackets({ text, from }: Scalar): Scalar[] | undefined {
  if (!text.endsWith(']') || text.length > LONGEST_LIST) return undefined;
  const items: Scalar[] = [];
  const inside = text.slice(1, -1);
  if (inside.trim() === '') return items;
  const item = /[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^"'[\]{},#][^[\]{},#]*?|)[ \t]*(,|$)/y;
  for (let at = 0; at <= inside.length; ) {
    item.lastIndex = at;
    const found = item.exec(inside);
    if (!found) return undefined;
    const [whole, source = '', comma] = found;
    const start = from + 1 + at + whole.indexOf(source);
    // A comma may stand behind the last one.
    if (source === '') return comma === '' && items.length > 0 ? items : undefined;
    const value = /^["']/.test(source) ? unquoted(source) : ({ text: source, quote: '' } as const);
    if (value.quote === '' && NOT_PLAIN.test(value.text)) return undefined;
    items.push({ ...value, from: start, to: start + source.length });
    at += whole.length;
    if (comma === '') break;
  }
  return items;
}
