/** Paragraphs as HTML. One that is a link to a file alone is the file’s card. */
import type { Printers, Printing } from '../../publish/printing.ts';
import type { Paragraph } from '../../tree/nodes.ts';

export const publish: Pick<Printers, 'paragraph'> = {
  paragraph: { print: printParagraph, directedBy: ({ children }) => [children] },
};

export function printParagraph(paragraph: Paragraph, press: Printing): string {
  return printParagraphTo('', paragraph, press);
}

/** @param end what stands at its end besides */
export function printParagraphTo(end: string, paragraph: Paragraph, press: Printing): string {
  return press.directed(paragraph, (dir) => {
    const card = printCard(paragraph, press);
    return `<p${dir}>${card === undefined ? press.lines(paragraph.children) : `\n${card}`}${end}</p>\n`;
  });
}

/** @returns undefined for all but a paragraph that is a link to a file */
export function printCard({ children }: Paragraph, press: Printing): string | undefined {
  const [link, ...others] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  return link?.type === 'link' && others.length === 0 ? press.surroundings.card(link.url) : undefined;
}
