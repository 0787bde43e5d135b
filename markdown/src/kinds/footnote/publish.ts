/** Footnotes as HTML: the numbers in the text, and the notes at its end. */
import type { Note, Printers, Printing } from '../../publish/printing.ts';
import { escapeHtml } from '../../text/escape-html.ts';
import { type Block, wordsOf } from '../../tree/nodes.ts';
import { printParagraphTo } from '../paragraph/publish.ts';
import type { FootnoteReference } from './node.ts';

export const publish: Pick<Printers, 'footnoteReference' | 'footnoteDefinition'> = {
  footnoteReference: { print: printReference },
  footnoteDefinition: { directedBy: ({ children }) => children },
};

// Thousands of numbers may lead to one footnote.
const LONGEST_TITLE = 300;
// As many as a browser lays out at once, where there are more.
const MOST_NOTES = 200;

/** The pointer over a footnote's number shows what it says. */
function printReference({ identifier }: FootnoteReference, press: Printing): string {
  const number = press.survey.notes.get(identifier)?.number ?? 0;
  const before = press.referred.get(identifier) ?? 0;
  press.referred.set(identifier, before + 1);
  const said = titleOf(press.page.footnotes.get(identifier)?.children ?? []);
  const title = said === undefined ? '' : `title="${escapeHtml(said)}" `;
  return `<sup class="footnote-ref"><a ${title}href="#fn${number}" id="fnref${number}${suffix(before)}">${number}</a></sup>`;
}

function titleOf(blocks: readonly Block[]): string | undefined {
  const text = blocks.find((block) => block.type === 'paragraph' || block.type === 'heading');
  if (!text) return undefined;
  return wordsOf(text.children).trim().slice(0, LONGEST_TITLE).toWellFormed();
}

export function printNotes(press: Printing): string {
  const { notes } = press.survey;
  if (notes.size === 0) return '';
  press.hasRoom = false;
  let html = '<section class="footnotes" aria-label="Footnotes">\n<p>Footnotes</p>\n';
  const isLong = notes.size > MOST_NOTES;
  let count = 0;
  for (const note of notes.values()) {
    if (count === 0) html += isLong ? '<ol class="part">\n' : '<ol>\n';
    else if (count % MOST_NOTES === 0) html += `</ol>\n<ol class="part" start="${count + 1}">\n`;
    count++;
    const printed = printNote(note, press);
    press.budget.print(0);
    html += printed;
  }
  return `${html}</ol>\n</section>\n`;
}

function printNote({ name, number, references }: Note, press: Printing): string {
  const back = Array.from({ length: references }, (_, index) => {
    const link = ` <a href="#fnref${number}${suffix(index)}" class="footnote-backref">\u21a9\uFE0E</a>`;
    press.budget.print(link.length);
    return link;
  }).join('');
  const note = press.page.footnotes.get(name);
  if (!note) return printItem(number, back);
  return press.directed(note, (dir) => {
    const last = note.children.at(-1);
    const inside =
      last?.type === 'paragraph'
        ? press.blocks(note.children.slice(0, -1)) + printParagraphTo(back, last, press)
        : press.blocks(note.children) + back;
    return printItem(number, inside, dir);
  });
}

function printItem(number: number, inside: string, dir = ''): string {
  return `<li id="fn${number}"${dir} class="footnote-item">${inside}</li>\n`;
}

function suffix(reference: number): string {
  return reference === 0 ? '' : `:${reference}`;
}
