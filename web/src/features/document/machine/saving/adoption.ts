/** Texts of a page that were written by another way, such as by a program, on their way into the document's log. */
import * as Y from 'yjs';
import type { OpenedDocument } from '../../wire/page-server.ts';
import { adopt, keepName, readTexts } from '../../words/page-document.ts';
import { changedFields, type PageTexts } from '../../words/page-texts.ts';
import { documentOf } from '../../words/page-updates.ts';

export interface Adoption {
  /** For the log. */
  readonly update: Uint8Array | undefined;
  /** The texts that the page has not, as others typed meanwhile. */
  readonly changed: Partial<PageTexts>;
  readonly isRenamed: boolean;
}

/**
 * @param document as it is shown
 * @param state of the log
 * @param opened with the document that the texts were made from
 * @returns undefined where the server has not told that document
 */
export function adoptTexts(
  document: Y.Doc,
  state: Uint8Array,
  opened: OpenedDocument,
  texts: PageTexts,
): Adoption | undefined {
  if (!opened.state) return undefined;
  const earlier = opened.updates.filter(({ number }) => number <= opened.textsNumber);
  const ancestor = documentOf(opened.state.update, ...earlier.map(({ update }) => update));
  const before = readTexts(ancestor);
  const news = changedFields(texts, before);
  const log = documentOf(state);
  const { name } = readTexts(log);
  const isRenamed = news.name !== undefined;
  if (Object.keys(news).length === 0)
    return { update: undefined, changed: changedFields(readTexts(log), texts), isRenamed };
  let update = adopt(ancestor, document, texts);
  Y.applyUpdate(log, update);
  // Two names in one line are no name: the one that was typed here counts.
  if (isRenamed && name !== before.name) update = Y.mergeUpdates([update, keepName(log, name)]);
  return { update, changed: changedFields(readTexts(log), texts), isRenamed };
}
