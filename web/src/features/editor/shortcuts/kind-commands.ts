/** The commands that make the block at the caret one of a kind. */
import type { StateCommand } from '@codemirror/state';
import type { TargetKind } from '../blocks/block-text.ts';
import {
  makeParagraph,
  toggleBullets,
  toggleHeading1,
  toggleHeading2,
  toggleHeading3,
  toggleNumbers,
  toggleQuote,
  toggleTasks,
} from '../commands/line-formats.ts';
import { insertCodeBlock } from '../kinds/code/insert-code.ts';

export const KIND_COMMANDS: Readonly<Record<TargetKind, StateCommand>> = {
  text: makeParagraph,
  'heading-1': toggleHeading1,
  'heading-2': toggleHeading2,
  'heading-3': toggleHeading3,
  bullets: toggleBullets,
  numbers: toggleNumbers,
  tasks: toggleTasks,
  quote: toggleQuote,
  code: insertCodeBlock,
};
