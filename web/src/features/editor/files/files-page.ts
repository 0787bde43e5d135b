/** The page that files are put into, and the person who does it. */
import { Facet } from '@codemirror/state';
import type * as Y from 'yjs';

export interface FilesPage {
  readonly userId: string;
  readonly pageId: string;
  /** The page's content. */
  readonly text: Y.Text;
}

export const filesPage = Facet.define<FilesPage, FilesPage | undefined>({ combine: ([first]) => first });
