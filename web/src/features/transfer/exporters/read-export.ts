/** Brings what programs export besides Markdown into the form of pages: tables, HTML, signs of their own. */

import { LARGEST_PAGE_BYTES } from '../archive/import-limits.ts';
import type { ReadFiles } from '../archive/read-files.ts';
import { recognizeExporter } from '../plan/exporter.ts';
import type { Attachment } from '../plan/import-plan.ts';
import type { TextFile } from '../plan/page-tree.ts';
import { decodeText } from '../texts/decode-text.ts';
import { splitNotionName } from '../texts/notion-names.ts';
import { readDatabases } from './notion-databases.ts';
import { readTeamWiki } from './team-wikis.ts';

const HTML = /\.html?$/i;
const TABLE = /\.csv$/i;

/** @throws {unknown} the signal's reason once it is aborted */
export async function readExport(read: ReadFiles, signal: AbortSignal): Promise<ReadFiles> {
  // Beside Markdown, HTML is a file like others.
  const pages = read.files.length === 0 ? await readHtml(read, signal) : read;
  const exporter = recognizeExporter(
    pages.files,
    pages.attachments.map(({ path }) => path),
  );
  if (exporter === 'notion') return readTables(pages, signal);
  if (exporter === 'other') return pages;
  return {
    ...pages,
    files: pages.files.map((file) => ({ ...file, text: readTeamWiki(file.text) })),
    // Docmost's notes for itself.
    attachments: pages.attachments.filter(({ path }) => path.at(-1) !== 'docmost-metadata.json'),
  };
}

async function readHtml(read: ReadFiles, signal: AbortSignal): Promise<ReadFiles> {
  const { htmlToMarkdown } = await import('../../editor/markdown/exchange/html-to-markdown.ts');
  const { texts, others } = await textsAmong(read.attachments, (name) => HTML.test(name), signal);
  const files = texts.map(({ path, text }) => ({
    path,
    text: htmlToMarkdown(text, window.location.origin, { keepsRelative: true }),
  }));
  return { ...read, files, attachments: others };
}

async function readTables(read: ReadFiles, signal: AbortSignal): Promise<ReadFiles> {
  const isTable = (name: string) =>
    TABLE.test(name) && splitNotionName(name.replace(/(_all)?\.csv$/i, '')).id !== undefined;
  const { texts, others } = await textsAmong(read.attachments, isTable, signal);
  return { ...read, files: readDatabases(texts, read.files), attachments: others };
}

/** @returns the texts, and all other files: those that cannot be read among them */
async function textsAmong(
  attachments: readonly Attachment[],
  isText: (name: string) => boolean,
  signal: AbortSignal,
): Promise<{ readonly texts: readonly TextFile[]; readonly others: readonly Attachment[] }> {
  const texts: TextFile[] = [];
  const others: Attachment[] = [];
  for (const attachment of attachments) {
    const text = isText(attachment.path.at(-1) ?? '') ? await textOf(attachment, signal) : undefined;
    if (text === undefined) others.push(attachment);
    else texts.push({ path: attachment.path, text });
  }
  return { texts, others };
}

async function textOf({ bytes, open }: Attachment, signal: AbortSignal): Promise<string | undefined> {
  if (bytes > LARGEST_PAGE_BYTES) return undefined;
  try {
    return decodeText(new Uint8Array(await (await open(signal)).arrayBuffer())).text;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
