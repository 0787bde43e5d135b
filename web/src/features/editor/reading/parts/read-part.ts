/** A part of a page as the elements that are drawn. It is read once, however often it is drawn, or begun to be. */
import { listOfNotes, readNotes } from '../../../../../../markdown/src/kinds/footnote/read.ts';
import { piecesOf } from '../../../../../../markdown/src/kinds/long-text/pieces.ts';
import { Maker } from '../../../../../../markdown/src/page/maker.ts';
import { readFootnotes } from '../../../../../../markdown/src/page/read-page.ts';
import { element, type Root, words } from '../../../../../../markdown/src/read/elements.ts';
import { TakesTooLong } from '../../../../../../markdown/src/tree/budget.ts';
import { BLOCK_PLACE, placeBlocks } from '../../drawing/place-blocks.ts';
import { isFileHere } from '../../markdown/file-block.ts';
import { cutLongTexts } from './cut-long-texts.ts';
import { directBlocks } from './direct-blocks.ts';
import { fewAccents } from './few-accents.ts';
import { keepBlankLines } from './keep-blank-lines.ts';
import { leaveOutPictures } from './leave-out-pictures.ts';
import type { Part } from './read-parts.ts';
import { readingBudget } from './reading-budget.ts';
import { elementsBetween } from './rendered-tree.ts';

const TOO_DEEP = 'This part is nested too deeply to be formatted. It is shown as it was written.';
const TOO_LONG = 'This part takes too long to be formatted. It is shown as it was written.';
const known = new WeakMap<Part, Root>();

/** @param isPrinted with no more room between blocks than they need */
export function readPart(part: Part, isPrinted: boolean): Root {
  let root = known.get(part);
  if (!root) {
    root = readOrWritten(part, isPrinted);
    known.set(part, root);
  }
  return root;
}

function readOrWritten(part: Part, isPrinted: boolean): Root {
  if (part.isTooDeep) return asWritten(part, TOO_DEEP);
  if (part.isTooLong) return asWritten(part, TOO_LONG);
  try {
    return read(part, isPrinted);
  } catch (error) {
    if (error instanceof TakesTooLong) return asWritten(part, TOO_LONG);
    throw error;
  }
}

function read(part: Part, isPrinted: boolean): Root {
  const { page, linesBelow, listStart, markdown } = part;
  const root = part.isList ? listFrom(part) : elementsBetween({ ...part, page, budget: readingBudget() });
  const [first] = root.children;
  if (listStart !== undefined && first?.type === 'element') first.properties.start = listStart;
  fewAccents(root, part.isList ? page.text : markdown);
  cutLongTexts(root);
  directBlocks(root);
  placeBlocks(root);
  if (isPrinted) leaveOutPictures(root, page);
  else keepBlankLines(root, page.text, linesBelow);
  numberContents(root, part.contentsBefore);
  return root;
}

/** Footnotes of a page in several parts: each is named once in its list. */
function listFrom({ page, numbers, notes }: Part): Root {
  const budget = readingBudget();
  const maker = new Maker(page.text, numbers, isFileHere, budget);
  for (const name of notes) maker.referred.set(name, 1);
  const items = readNotes(readFootnotes(page, notes, budget), maker);
  return { type: 'root', children: [listOfNotes(items, numbers.get(notes[0] ?? '') ?? 1)] };
}

function asWritten({ markdown, from }: Part, why: string): Root {
  const note = element('span', { className: ['plain-rest-note'], role: 'note' }, [words(why)]);
  const pieces = piecesOf(markdown.trimEnd()).map((piece) =>
    element('span', { className: ['text-piece'] }, [words(piece)]),
  );
  const text = element('div', { className: ['text-as-written'], [BLOCK_PLACE]: from }, pieces);
  return { type: 'root', children: [note, text] };
}

/** Numbers the lists of headings in the whole page: many of them list their headings once. */
function numberContents(root: Root, before: number): void {
  let count = before;
  for (const child of root.children)
    if (child.type === 'element' && child.tagName === 'nav') child.properties['data-index'] = count++;
}
