/** Puts files below the text of a page that need not be open: kept, saved and uploaded as if they were dropped into it. */
import { pageTitle } from '../../lib/page/page-title.ts';
import { untilShown } from '../document/session/until-settled.ts';
import { holdPageSession } from '../document/session/use-page-session.ts';
import { readTexts, writeTexts } from '../document/words/page-document.ts';
import { addFile } from '../files/add-file.ts';

/** @returns what was done, in words @throws when the page cannot be written */
export async function addFilesToPage(
  userId: string,
  pageId: string,
  files: readonly File[],
): Promise<string> {
  const held = holdPageSession(userId, pageId);
  try {
    const { phase } = await untilShown(held);
    if (phase !== 'ready') throw new Error('The page cannot be written');
    const added = await Promise.all(files.map((file) => addFile(userId, pageId, file, file.name)));
    const { session } = held;
    const texts = readTexts(session.document);
    const above = texts.content.trimEnd();
    const blocks = added.map(({ markdown }) => markdown).join('\n\n');
    writeTexts(
      session.document,
      { ...texts, content: `${above}${above === '' ? '' : '\n\n'}${blocks}\n` },
      undefined,
    );
    await session.saveNow();
    const count = added.length === 1 ? 'One file' : `${added.length} files`;
    return `${count} added to “${pageTitle(texts.name)}”`;
  } finally {
    held.release();
  }
}
