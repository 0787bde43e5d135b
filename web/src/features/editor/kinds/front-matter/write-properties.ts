/** Changes of properties: each writes what it is about, and leaves every other byte of the front matter as it is. */
import {
  kindOf,
  type Properties,
  type Property,
  type Scalar,
} from '../../../../../../markdown/src/kinds/front-matter/properties.ts';

export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

// Written without quotes these would be something else than words.
const NEEDS_QUOTES =
  /^[\s"'[\]{},&*!|>%@`#?]|^[-:](?:\s|$)|:(?:\s|$)|\s#|\s$|^(?:-{3}|\.{3})|^(?:true|false|yes|no|on|off|null|~)$|[\n\t]/i;

/** A text's value stays text, whatever is written; an empty one becomes what it looks like. */
export function writeValue(property: Property, value: Scalar, text: string): Change {
  const isText = property.kind === 'text' || property.kind === 'list';
  const written = scalarOf(text, value.quote, isText, property.style === 'brackets');
  return put(value, written);
}

export function writeChecked(value: Scalar, isChecked: boolean): Change {
  return put(value, String(isChecked));
}

/** After a colon or a dash comes a space. */
function put({ from, to }: Scalar, written: string): Change {
  return { from, to, insert: from === to && written !== '' ? ` ${written}` : written };
}

function scalarOf(text: string, quote: Scalar['quote'], isText: boolean, isInBrackets: boolean): string {
  if (text === '') return isText && (quote !== '' || isInBrackets) ? '""' : '';
  if (quote === "'" && !/[\n\t]/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  const isOther = isText && kindOf({ text, quote: '' }) !== 'text';
  const needsQuotes = NEEDS_QUOTES.test(text) || isOther || (isInBrackets && /[[\]{},#]/.test(text));
  return quote === '"' || needsQuotes ? JSON.stringify(text) : text;
}

export function addItem({ values, style, to, colonTo }: Property, text: string, source: string): Change {
  const written = scalarOf(text, '', true, style === 'brackets');
  const last = values.at(-1);
  if (style === 'brackets') {
    if (last) return { from: last.to, to: last.to, insert: `, ${written}` };
    const at = source.indexOf('[', colonTo) + 1;
    return { from: at, to: at, insert: written };
  }
  const line = last && source.lastIndexOf('\n', last.from) + 1;
  const mark = line === undefined ? '  - ' : (/^ *-[ \t]?/.exec(source.slice(line))?.[0] ?? '- ');
  return { from: to, to, insert: `\n${mark.trimEnd()} ${written}` };
}

export function removeItem({ values, style }: Property, index: number, source: string): Change | undefined {
  const item = values[index];
  if (!item) return undefined;
  if (style === 'lines') {
    const from = source.lastIndexOf('\n', item.from);
    const end = source.indexOf('\n', item.to);
    return { from, to: end === -1 ? source.length : end, insert: '' };
  }
  const [before, behind] = [values[index - 1], values[index + 1]];
  if (behind) return { from: item.from, to: behind.from, insert: '' };
  return { from: before?.to ?? item.from, to: item.to, insert: '' };
}

/** @returns undefined for a name that another property has */
export function rename(properties: Properties, property: Property, name: string): Change | undefined {
  const isTaken = properties.properties.some((other) => other !== property && other.name === name);
  if (name === '' || isTaken) return undefined;
  return { from: property.nameFrom, to: property.nameTo, insert: keyOf(name) };
}

export function removeProperty({ from, to }: Property): Change {
  return { from, to: to + 1, insert: '' };
}

export function addProperty({ end, properties }: Properties, name: string): Change | undefined {
  if (name === '' || properties.some((other) => other.name === name)) return undefined;
  return { from: end, to: end, insert: `${keyOf(name)}:\n` };
}

function keyOf(name: string): string {
  return NEEDS_QUOTES.test(name) || name.startsWith('-') || /[:#\\]/.test(name) ? JSON.stringify(name) : name;
}
