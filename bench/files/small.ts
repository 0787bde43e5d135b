/** An import with files, in the requests of the web app (web/src/features/transfer/api): 50 pages, then their files, four at a time. */
import { randomUUID } from 'node:crypto';
import { type FilesPerson, nameInText } from './person.ts';

export const SMALL_FILES = 1000;
const OF_A_PAGE = 20;
const PAGES_AT_ONCE = 50;
const FILES_AT_ONCE = 4;
const BYTES = Buffer.alloc(20 * 1024, 'A sentence of a small file. ');

/** @returns seconds from the first request to the last answer */
export async function importSmallFiles({
  createPages,
  announce,
  origin,
  headers,
}: FilesPerson): Promise<number> {
  const files = Array.from({ length: SMALL_FILES }, (_, index) => ({
    id: randomUUID(),
    name: `note ${index}.txt`,
    type: 'text/plain',
    bytes: BYTES.length,
  }));
  const pages = Array.from({ length: SMALL_FILES / OF_A_PAGE }, (_, page) => {
    const own = files.slice(page * OF_A_PAGE, (page + 1) * OF_A_PAGE);
    const links = own.map(({ id, name }) => `[${name}](${nameInText(id, name)})`);
    return { id: randomUUID(), content: links.join('\n\n'), own };
  });
  const start = performance.now();
  for (let first = 0; first < pages.length; first += PAGES_AT_ONCE) {
    const portion = pages.slice(first, first + PAGES_AT_ONCE);
    await createPages(portion);
    const waiting = portion.flatMap(({ id, own }) => own.map((file) => ({ file, pageId: id })));
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const object = await announce(next.pageId, next.file);
        const answer = await fetch(`${origin}/storage/v1/object/${object}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': next.file.type },
          body: BYTES,
        });
        if (!answer.ok) throw new Error(`A file was answered with ${answer.status}: ${await answer.text()}`);
        await answer.body?.cancel();
      }
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  }
  return (performance.now() - start) / 1000;
}
