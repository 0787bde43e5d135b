/**
 * The keys of formats, of Markdown's blocks and of every editor. Until they are there, soon after the page's first text, the
 * browser's own do: a line break is a line break.
 */
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { markdownKeymap } from '@codemirror/lang-markdown';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { breakLineInItem } from '../blocks/stay-in-item.ts';
import { continueOrEndBlock } from '../commands/end-block.ts';
import { closeFence } from '../commands/fences.ts';
import { FORMAT_SHORTCUTS } from '../commands/shortcuts.ts';

export const writingKeys: Extension = keymap.of([
  ...FORMAT_SHORTCUTS,
  { key: 'Enter', run: closeFence, shift: breakLineInItem },
  { key: 'Enter', run: continueOrEndBlock },
  ...markdownKeymap,
  ...defaultKeymap,
  indentWithTab,
]);
