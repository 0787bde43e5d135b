import { escapeText } from '../../text/escape-html.ts';
import type { Yaml } from '../../tree/nodes.ts';
import { type Property, readProperties } from './properties.ts';

/** YAML that is not read as properties is shown as it is written. */
export function printProperties({ value }: Yaml): string {
  const read = readProperties(value);
  if (!read || 'faultLine' in read) return `<pre>${escapeText(value.trimEnd())}</pre>\n`;
  const rows = read.properties.map(
    (property) => `<dt>${escapeText(property.name)}</dt><dd>${printValue(property)}</dd>\n`,
  );
  return rows.length === 0 ? '' : `<dl class="properties">\n${rows.join('')}</dl>\n`;
}

function printValue({ kind, values }: Property): string {
  const texts = values.map(({ text }) => escapeText(text));
  if (kind === 'empty') return '';
  if (kind === 'checkbox') return texts[0]?.toLowerCase() === 'true' ? 'Yes' : 'No';
  if (kind === 'list') return texts.map((text) => `<span>${text}</span>`).join(' ');
  return kind === 'other' ? `<code>${texts.join('')}</code>` : texts.join('');
}
