/** The way of this browser's words into the document that comes after this one in the page. */
import * as Y from 'yjs';
import type { Progress } from '../drafts/drafts.ts';
import { type FormerDocument, logStateOf, type OpenedDocument } from '../wire/page-server.ts';
import { createDocument } from '../words/merge-order.ts';
import {
  mergeTexts,
  readTexts,
  readTextsSince,
  type StateVector,
  stateVectorOf,
  writeTexts,
} from '../words/page-document.ts';
import { sayTheSame } from '../words/page-texts.ts';
import { applyUpdate, documentOf, FROM_LOG, isPlainText } from '../words/page-updates.ts';
import type { DraftFacts, Work } from './commands.ts';
import { ask } from './work.ts';

/** The document that is shown. */
interface Shown {
  readonly document: Y.Doc;
  readonly drafts: DraftFacts;
  /** The document as the log has it. */
  readonly known: Y.Doc;
  readonly progress: Progress | undefined;
}

/**
 * Puts another document in the drafts, with the edits of the one that is shown by their text.
 * @param show called once the drafts are read, before each try
 * @param former the document that is shown, as the other one began with its texts
 * @returns so much of the one that is shown the other one has
 */
export function* putNext(
  show: () => Shown,
  opened: OpenedDocument,
  former: FormerDocument | undefined,
): Work<StateVector> {
  for (;;) {
    // The browser's other tabs may have kept edits that did not arrive here yet.
    yield* ask('read');
    const shown = show();
    const isReadable = former && isPlainText(former.state);
    const base = isReadable ? documentOf(former.state, ...former.updates) : shown.known;
    if (isReadable) Y.applyUpdate(shown.document, Y.encodeStateAsUpdate(base), FROM_LOG);
    const { progress, edits } = bringInto(opened, base, shown);
    if (!(yield* ask('replace', progress, edits))) continue;
    // A browser that keeps nothing has only the words of the log in the other document.
    return shown.drafts.isShared ? progress.replaced.taken : stateVectorOf(base);
  }
}

/**
 * @param base so much of the document that is shown the other one has
 * @returns the other document, and the edits of it that are this browser's of the one that is shown since
 */
function bringInto(opened: OpenedDocument, base: Y.Doc, { document, drafts, progress }: Shown) {
  const next = documentOf(...(opened.state ? [opened.state.update] : []));
  for (const { update } of opened.updates) applyUpdate(next, update);
  const state = Y.encodeStateAsUpdate(next);
  const { revision = 0, epoch = '' } = progress ?? {};
  const before = readTexts(base);
  // Others bring their own words themselves.
  const { ownClients } = drafts;
  const mine = readTextsSince(document, stateVectorOf(base), ownClients);
  const own = [...stateVectorOf(document)].filter(([client]) => ownClients.has(client));
  const replaced = { epoch, taken: new Map([...stateVectorOf(base), ...own]) };
  next.clientID = createDocument().clientID;
  if (!sayTheSame(before, mine)) writeTexts(next, mergeTexts(before, mine, readTexts(next)), undefined);
  const edits = Y.encodeStateAsUpdate(next, Y.encodeStateVectorFromUpdate(state));
  const { channel } = opened;
  return {
    progress: { ...logStateOf(opened), channel, revision: revision + 1, state, replaced },
    edits,
  };
}
