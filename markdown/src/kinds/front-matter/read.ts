/** Front matter in the reading view: a list of properties. */
import { type Content, element, onLines, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';
import { codeElement } from '../code/read.ts';
import type { Yaml } from './node.ts';
import { type Property, readProperties } from './properties.ts';

export const read: Pick<Readers, 'yaml'> = { yaml: readFrontMatter };

const MARKS = /^-{3}\s*\n?|(?:^|\n)(?:-{3}|\.{3})\s*$/g;

// A browser lays out so many in one step.
const MOST_PROPERTIES = 1000;

/** Front matter that cannot be read as properties, or has more of them than anybody reads, is shown as it is written. */
function readFrontMatter({ value, ...place }: Yaml): Content[] {
  const found = readProperties(value);
  if (!found || 'faultLine' in found || found.properties.length > MOST_PROPERTIES)
    return [codeElement(value.replaceAll(MARKS, ''), 'yaml', place)];
  const cells = found.properties.flatMap((property) => [
    element('dt', {}, [words(property.name)]),
    element('dd', {}, valuesOf(property)),
  ]);
  return [element('dl', { className: ['page-properties'] }, onLines(cells, true), place)];
}

function valuesOf({ kind, values }: Property): Content[] {
  if (kind === 'checkbox')
    return [element('span', {}, [words(values[0]?.text.toLowerCase() === 'true' ? 'Yes' : 'No')])];
  return values.map(({ text }) => {
    if (kind === 'other') return element('span', { className: ['property-source'] }, [words(text)]);
    if (kind === 'list') return element('span', { className: ['property-item'] }, [words(text)]);
    return words(kind === 'empty' ? '' : text);
  });
}
