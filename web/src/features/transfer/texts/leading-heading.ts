/** The heading that a Markdown file begins with, which most programs take for its title. */
import { parser } from '@lezer/markdown';

const HEADING = /^\s*#[ \t]+([^\r\n]*?)[ \t]*#*[ \t]*(?:\r?\n|$)(?:[ \t]*\r?\n)?/;

/** @returns the heading and the text below it; no heading if there is none, or it holds more than plain words */
export function withoutHeading(text: string): {
  readonly heading: string | undefined;
  readonly rest: string;
} {
  const [line, heading = ''] = HEADING.exec(text) ?? [];
  if (line === undefined || heading === '' || !isPlain(heading)) return { heading: undefined, rest: text };
  return { heading, rest: text.slice(line.length) };
}

/** Emphasis, links and the like would be lost in a name. */
function isPlain(heading: string): boolean {
  const tree = parser.parse(`# ${heading}`);
  return tree.topNode.firstChild?.firstChild?.nextSibling === null;
}
