/** Packs pages and files into an archive, one after the other, as they come from the server. */
import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  ZipWriter,
} from '@zip.js/zip.js/lib/zip-core-native.js';

// A worker of the library's would be a script from a blob: address, which our policy refuses. The browser packs.
configure({ useWebWorkers: false });

interface Archived {
  readonly path: readonly string[];
  readonly changed: Date;
}

export interface ArchivedText extends Archived {
  readonly text: string;
}

export interface ArchivedBlob extends Archived {
  readonly blob: Blob;
}

export type ArchivedFile = ArchivedText | ArchivedBlob;

export async function writeArchive(files: AsyncIterable<ArchivedFile>): Promise<Blob> {
  const archive = new ZipWriter(new BlobWriter('application/zip'));
  for await (const file of files) {
    const { path, changed } = file;
    const reader = 'blob' in file ? new BlobReader(file.blob) : new TextReader(file.text);
    // Pictures, films and documents are packed already.
    const packing = 'blob' in file ? { level: 0 } : {};
    await archive.add(path.join('/'), reader, { lastModDate: changed, ...packing });
  }
  return archive.close();
}
