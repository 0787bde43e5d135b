/** The files of what was dropped or picked, folders opened. */
import type { ChosenFile } from './read-files.ts';

/** Must be called while the drop is handled: afterwards the browser gives nothing away any more. */
export function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return filesIn(entries);
}

export function pickedFiles(list: FileList | null): ChosenFile[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }))
    .sort(byPath);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (isFile(entry)) {
      const file = entry;
      const blob = await readable(new Promise<File>((give, fail) => file.file(give, fail)));
      found.push({ path: file.fullPath, blob });
    } else if (isFolder(entry)) {
      const entries = await readable(allEntries(entry.createReader()));
      if (entries) waiting.push(...entries);
      else found.push({ path: entry.fullPath, blob: undefined });
    }
  }
  return found.sort(byPath);
}

/** @returns undefined for what was deleted or locked meanwhile */
function readable<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}

/** A folder gives a hundred of its entries at a time. */
async function allEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((give, fail) => reader.readEntries(give, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** As people count: 2 before 10. */
function byPath(a: ChosenFile, b: ChosenFile): number {
  return a.path.localeCompare(b.path, 'en', { numeric: true });
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
