/** Packs pages into an archive, one after the other, as they come from the server. */
import { BlobWriter, configure, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

// A worker of the library's would be a script from a blob: address, which our policy refuses. The browser packs.
configure({ useWebWorkers: false });

export interface ArchivedFile {
  readonly path: readonly string[];
  readonly text: string;
  readonly changed: Date;
}

export async function writeArchive(files: AsyncIterable<ArchivedFile>): Promise<Blob> {
  const archive = new ZipWriter(new BlobWriter('application/zip'));
  for await (const { path, text, changed } of files)
    await archive.add(path.join('/'), new TextReader(text), { lastModDate: changed });
  return archive.close();
}
