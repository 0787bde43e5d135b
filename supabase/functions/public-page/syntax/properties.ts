/** Front matter as a table of properties. YAML that the app does not read as properties is shown as it is written. */
import { type Property, readProperties } from '../../../../markdown/src/kinds/front-matter/properties.ts';
import { escapeText } from '../html.ts';

const FRONT_MATTER = /^---[ \t]*\n(?:[^\n]*\n)*?(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** @returns the table of a page's front matter, empty where it has none, and the text below it */
export function withoutFrontMatter(content: string): { readonly table: string; readonly text: string } {
  const text = content.replaceAll(/\r\n?/g, '\n');
  const [source = ''] = FRONT_MATTER.exec(text) ?? [];
  if (source === '' || !/^-{3}[^\n]*\n(?:[\w"'][^:\n]*:(?:\s|$)|#|-{3}\s)/.test(source))
    return { table: '', text: content };
  const read = readProperties(source);
  const below = text.slice(source.length).replace(/^(?:[ \t]*\n)+/, '');
  if (!read || 'faultLine' in read)
    return { table: `<pre>${escapeText(source.trimEnd())}</pre>\n`, text: below };
  const rows = read.properties.map(
    (property) => `<dt>${escapeText(property.name)}</dt><dd>${shownValue(property)}</dd>\n`,
  );
  return { table: rows.length === 0 ? '' : `<dl class="properties">\n${rows.join('')}</dl>\n`, text: below };
}

function shownValue({ kind, values }: Property): string {
  const texts = values.map(({ text }) => escapeText(text));
  if (kind === 'empty') return '';
  if (kind === 'checkbox') return texts[0]?.toLowerCase() === 'true' ? 'Yes' : 'No';
  if (kind === 'list') return texts.map((text) => `<span>${text}</span>`).join(' ');
  return kind === 'other' ? `<code>${texts.join('')}</code>` : texts.join('');
}
