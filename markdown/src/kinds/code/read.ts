/** A block of code in the reading view. */
import { type Content, element, words } from '../../read/elements.ts';
import { decode } from '../../text/decode.ts';
import type { Code } from '../../tree/nodes.ts';

export function readCodeBlock({ info, value, ...place }: Code): Content[] {
  const [language = ''] = decode(info).split(/\s+/);
  return [codeElement(value, language, place)];
}

export function codeElement(value: string, language: string, place: { from: number; to: number }) {
  const properties = language === '' ? {} : { className: [`language-${language}`] };
  const code = element('code', properties, [words(value === '' ? '' : `${value}\n`)], place);
  return element('pre', {}, [code], place);
}
