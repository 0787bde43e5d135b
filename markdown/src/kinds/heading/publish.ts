/** Headings as HTML, with the names by which links lead to them. The page’s own name is the first heading. */
import { levelOf, type Printers, type Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import type { Heading } from '../../tree/nodes.ts';

export const publish: Pick<Printers, 'heading'> = {
  heading: { print: printHeading, directedBy: ({ children }) => [children] },
};

function printHeading(heading: Heading, press: Printing): string {
  const tag = `h${levelOf(heading)}`;
  const id = escapeHtml(press.survey.ids.get(heading) ?? '');
  return press.directed(
    heading,
    (dir) => `<${tag}${dir} id="${id}">${press.inlines(heading.children)}</${tag}>\n`,
  );
}
