/** The page that files are put into, and the person who does it. */
import { Facet } from '@codemirror/state';

export interface FilesPage {
  readonly userId: string;
  readonly pageId: string;
}

export const filesPage = Facet.define<FilesPage, FilesPage | undefined>({ combine: ([first]) => first });
