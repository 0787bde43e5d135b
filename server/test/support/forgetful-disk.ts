/**
 * Loaded before a server (`node --import`): writes down, in a folder of its own, what a disk would still have after a power cut. That
 * is what was synced, and nothing else: of a file what it held at its last `fsync`, of a folder the names of its last one. A
 * file that was synced has a name, as on the file systems of Linux.
 */
import fs from 'node:fs';
import path from 'node:path';

const { FORGETFUL_FOLDER: folder = '', FORGETFUL_PLATTER: platter = '' } = process.env;
const { openSync, closeSync, fsyncSync } = fs;
const opened = new Map<number, string>();
// The place of the bytes of a file, whatever it is called now.
const kept = new Map<number, string>();

fs.openSync = (file, ...more) => {
  const descriptor = openSync(file, ...more);
  if (String(file).startsWith(`${folder}${path.sep}`) || file === folder)
    opened.set(descriptor, String(file));
  return descriptor;
};
fs.closeSync = (descriptor) => {
  opened.delete(descriptor);
  closeSync(descriptor);
};
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor);
  const place = opened.get(descriptor);
  if (place === undefined || !fs.existsSync(place)) return;
  if (fs.fstatSync(descriptor).isDirectory()) keepNames(place);
  else keepBytes(place);
};

function keepBytes(file: string): void {
  const target = onPlatter(file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  put(file, target);
  kept.set(fs.statSync(file).ino, target);
}

function keepNames(directory: string): void {
  const target = onPlatter(directory);
  fs.mkdirSync(target, { recursive: true });
  const entries = fs.readdirSync(directory, { withFileTypes: true });
  const names = new Set(entries.map(({ name }) => name));
  for (const name of fs.readdirSync(target))
    if (!names.has(name)) fs.rmSync(path.join(target, name), { recursive: true });
  for (const entry of entries) {
    const place = path.join(target, entry.name);
    if (fs.existsSync(place)) continue;
    if (entry.isDirectory()) fs.mkdirSync(place);
    else if (entry.isFile()) {
      const bytes = kept.get(fs.statSync(path.join(directory, entry.name)).ino);
      if (bytes !== undefined && fs.existsSync(bytes)) put(bytes, place);
      else fs.writeFileSync(place, '');
    }
  }
}

/** The process may be killed in the middle. */
function put(from: string, to: string): void {
  const draft = `${to}.draft`;
  fs.copyFileSync(from, draft);
  fs.renameSync(draft, to);
}

function onPlatter(place: string): string {
  return path.join(platter, path.relative(folder, place));
}
