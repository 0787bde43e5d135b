/** Aids to writing that the first key can do without: menus while typing, and pasted text from other programs. */
import type { Extension } from '@codemirror/state';
import { sayFilesAreRefused } from '../components/refuse-files.ts';
import { tablePaste } from '../tables/table-paste.ts';
import type { LinkablePage } from './linkable-page.ts';
import { richPaste } from './rich-paste.ts';
import { typingMenus } from './typing-menus.ts';

export interface WritingAidsOptions {
  /** The pages of the workspace as they are known when it is asked. */
  readonly listPages: () => readonly LinkablePage[];
}

export function writingAids({ listPages }: WritingAidsOptions): Extension {
  return [typingMenus(listPages), tablePaste, richPaste(sayFilesAreRefused)];
}
