/**
 * The pages of the built web app as they are sent: with what this server writes into them, and compressed. That
 * is done once for each build of a page, at its first request, and again when the file has changed under a
 * running server.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Encoding } from '../accepted-encoding.ts';

type PageEncoding = Encoding | 'identity';

export type PageBodies = Readonly<Record<PageEncoding, Uint8Array<ArrayBuffer>>>;

interface Kept {
  /** Changes with the file. */
  readonly version: string;
  readonly bodies: Promise<PageBodies>;
}

/**
 * @param directory the build's folder
 * @param fill what this server writes into a page's HTML
 * @returns reads a page by its file's name without ".html", with links for its head; undefined when the build has no such page
 */
export function createPages(directory: string, fill: (html: string) => string) {
  const kept = new Map<string, Kept>();
  return async (name: string, links = ''): Promise<PageBodies | undefined> => {
    const file = path.join(directory, `${name}.html`);
    const version = await versionOf(file);
    if (version === undefined) return undefined;
    const key = name + links;
    const before = kept.get(key);
    if (before?.version === version) return before.bodies;
    const bodies = readFile(file, 'utf8').then((html) =>
      encode(fill(html).replace('</head>', () => `${links}</head>`)),
    );
    kept.set(key, { version, bodies });
    // A file that could not be read is tried again.
    bodies.catch(() => kept.delete(key));
    return bodies;
  };
}

async function versionOf(file: string): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await stat(file);
    return `${mtimeMs} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function encode(html: string): Promise<PageBodies> {
  const identity = new TextEncoder().encode(html);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { identity, br: new Uint8Array(br), gzip: new Uint8Array(gz) };
}
