/** Front matter as HTML: a list of properties. */
import type { Printers, Printing } from '../../publish/printing.ts';
import { escapeText } from '../../text/escape-html.ts';
import type { Inline } from '../../tree/nodes.ts';
import { printPieces } from '../long-text/print-pieces.ts';
import type { Yaml } from './node.ts';
import { type Property, readProperties } from './properties.ts';

export const publish: Pick<Printers, 'yaml'> = { yaml: { print: printProperties, hasRoomBelow: true } };

const MOST_ROWS = 200;

/** YAML that is not read as properties is shown as it is written. */
function printProperties({ value }: Yaml, press: Printing): string {
  const read = readProperties(value);
  if (!read || 'faultLine' in read) return `<pre>${printPieces(value.trimEnd(), escapeText)}</pre>\n`;
  if (read.properties.length === 0) return '';
  const all = read.properties.flatMap(({ name, values }) => [name, ...values.map(({ text }) => text)]);
  return press.directed(plain(all), (dir) => {
    const rows = read.properties.map((property) => {
      const values = property.values.map(({ text }) => text);
      const name = press.directed(
        plain([property.name]),
        (own) => `<dt${own}>${escapeText(property.name)}</dt>`,
      );
      return press.directed(plain(values), (own) => `${name}<dd${own}>${printValue(property)}</dd>\n`);
    });
    const lists = listsOf(rows);
    const name = lists.length === 1 ? 'properties' : 'properties part';
    return lists.map((list) => `<dl class="${name}"${dir}>\n${list.join('')}</dl>\n`).join('');
  });
}

/** A browser lays out one list at once. */
function listsOf(rows: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(rows.length / MOST_ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * MOST_ROWS, (index + 1) * MOST_ROWS));
}

function plain(texts: readonly string[]): readonly Inline[] {
  return texts.map((value) => ({ type: 'text', value: `${value} `, from: 0, to: 0 }));
}

function printValue({ kind, values }: Property): string {
  const texts = values.map(({ text }) => escapeText(text));
  if (kind === 'empty') return '';
  if (kind === 'checkbox') return texts[0]?.toLowerCase() === 'true' ? 'Yes' : 'No';
  if (kind === 'list') return texts.map((text) => `<span>${text}</span>`).join(' ');
  return kind === 'other' ? `<code>${texts.join('')}</code>` : texts.join('');
}
