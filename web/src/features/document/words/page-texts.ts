/** The three texts that a person edits on a page, as the server stores them. */
import { DEFAULT_PAGE_NAME } from '../../../lib/page/page-defaults.ts';

export interface PageTexts {
  readonly name: string;
  readonly description: string;
  readonly content: string;
}

/** The server's copy: the texts, and the version that a write must name to be accepted. */
export interface SavedPage extends PageTexts {
  readonly version: string;
}

export const TEXT_FIELDS = ['name', 'description', 'content'] as const satisfies readonly (keyof PageTexts)[];

/**
 * The texts as they are saved: the title is one trimmed line that is never empty,
 * and lines end with a line feed alone, as in the editor.
 */
export function toSaved(texts: PageTexts): PageTexts {
  return {
    name: texts.name.replaceAll(/\s+/g, ' ').trim() || DEFAULT_PAGE_NAME,
    description: unifyLineEnds(texts.description),
    content: unifyLineEnds(texts.content),
  };
}

/** @returns the fields of `texts` that differ from `saved` once both are written as they are saved */
export function changedFields(texts: PageTexts, saved: PageTexts): Partial<PageTexts> {
  const [now, then] = [toSaved(texts), toSaved(saved)];
  return Object.fromEntries(
    TEXT_FIELDS.filter((field) => now[field] !== then[field]).map((field) => [field, now[field]]),
  );
}

/** Whether both are the same once they are saved. */
export function sayTheSame(texts: PageTexts, others: PageTexts): boolean {
  const [some, other] = [toSaved(texts), toSaved(others)];
  return TEXT_FIELDS.every((field) => some[field] === other[field]);
}

export function unifyLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
