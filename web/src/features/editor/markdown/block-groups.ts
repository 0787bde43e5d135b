/**
 * Blocks by what stands in them, as the grammar groups them: a block of a new kind is a leaf there (`block: true` in its syntax.ts), and
 * known here without its name.
 */
import type { NodeType } from '@lezer/common';

const LIST = /^(?:Bullet|Ordered)List$/;
const WITH_WORDS = /^(?:Paragraph|Task|(?:ATX|Setext)Heading\d)$/;
const OF_ONE_LINE = /^(?:LinkReference|HorizontalRule)$/;

/** Whether a line can belong to it: a line of a list belongs to one of its items. */
export function holdsLines(type: NodeType): boolean {
  return type.is('Block') && !LIST.test(type.name);
}

/** A line of text below these would belong to them, or they to the line above. */
export function hasNoWords(type: NodeType): boolean {
  return type.is('LeafBlock') && !WITH_WORDS.test(type.name) && type.name !== 'FrontMatter';
}

/** Whether its lines are one whole: something else between two of them would take it apart. */
export function isWhole(type: NodeType): boolean {
  return type.is('LeafBlock') && !WITH_WORDS.test(type.name) && !OF_ONE_LINE.test(type.name);
}
