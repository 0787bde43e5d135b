/** A block of code in the reading view. */
import { type Content, element, words } from '../../read/elements.ts';
import type { Readers } from '../../read/making.ts';
import { decode } from '../../text/decode.ts';
import type { Code } from './node.ts';

export const read: Pick<Readers, 'code' | 'inlineCode'> = {
  code: readCode,
  inlineCode: ({ value }) => [element('code', {}, [words(value)])],
};

function readCode({ info, value, ...place }: Code): Content[] {
  const [language = ''] = decode(info).split(/\s+/);
  return [codeElement(value, language, place)];
}

export function codeElement(value: string, language: string, place: { from: number; to: number }) {
  const properties = language === '' ? {} : { className: [`language-${language}`] };
  const code = element('code', properties, [words(value === '' ? '' : `${value}\n`)], place);
  return element('pre', {}, [code], place);
}
