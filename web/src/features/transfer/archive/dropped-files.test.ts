import { expect, test } from 'vitest';
import { droppedFiles } from './dropped-files.ts';
import { readFiles } from './read-files.ts';

const GONE = new DOMException('A requested file could not be found.', 'NotFoundError');

/** As browsers hand over what is dropped: callbacks, and a folder's entries until there are no more. */
function file(fullPath: string, text?: string) {
  const take = (give: (blob: Blob) => void, fail: (error: Error) => void) =>
    text === undefined ? fail(GONE) : give(new Blob([text]));
  return { isFile: true, isDirectory: false, fullPath, file: take };
}

function folder(fullPath: string, entries?: readonly object[]) {
  const createReader = () => {
    const portions = [entries ?? [], []];
    return {
      readEntries: (give: (some: readonly object[]) => void, fail: (error: Error) => void) =>
        entries ? give(portions.shift() ?? []) : fail(GONE),
    };
  };
  return { isFile: false, isDirectory: true, fullPath, createReader };
}

async function drop(...entries: readonly object[]) {
  const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
  const chosen = await droppedFiles({ items } as unknown as DataTransfer);
  return readFiles(chosen, new AbortController().signal, async () => '');
}

test('a folder comes with all its files', async () => {
  const { files } = await drop(folder('/a', [file('/a/10.md', 'ten'), file('/a/2.md', 'two')]));
  expect(files.map(({ path, text }) => [path.join('/'), text])).toEqual([
    ['a/2.md', 'two'],
    ['a/10.md', 'ten'],
  ]);
});

test('a file or a folder that cannot be read stays behind, and does not stop the rest', async () => {
  const { files, skipped } = await drop(
    folder('/a', [file('/a/gone.md'), folder('/a/shut')]),
    file('/b.md', 'b'),
  );
  expect(files.map(({ path }) => path.join('/'))).toEqual(['b.md']);
  expect(skipped).toEqual([
    { path: 'a/gone.md', note: 'It could not be read.' },
    { path: 'a/shut', note: 'It could not be read.' },
  ]);
});
