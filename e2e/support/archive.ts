/** Reads the ZIP files that a person downloads. */
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';

/** @returns the files' texts by their paths */
export async function unpacked(download: Download): Promise<Record<string, string>> {
  const archive = new ZipReader(new BlobReader(new Blob([await readFile(await download.path())])));
  const files: Record<string, string> = {};
  for (const entry of await archive.getEntries())
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter());
  return files;
}

/** @returns the files' bytes by their paths */
export async function unpackedBytes(download: Download): Promise<Record<string, Buffer>> {
  const archive = new ZipReader(new BlobReader(new Blob([await readFile(await download.path())])));
  const files: Record<string, Buffer> = {};
  for (const entry of await archive.getEntries())
    if (!entry.directory) files[entry.filename] = Buffer.from(await entry.getData(new Uint8ArrayWriter()));
  return files;
}
