/**
 * A file that comes as a form (multipart/form-data, RFC 7578), as browsers send it: some fields, then the file. As
 * upstream, the fields in front of the file count, and what comes after it is not read.
 */
import { objectErrors } from '../errors.ts';

const MOST_FIELDS = 10;
const LARGEST_FIELD_BYTES = 1024 * 1024;
const LARGEST_HEAD_BYTES = 16 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))/i;

export interface UploadForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** @throws {StorageError} when there is no file; what the bytes throw */
export async function readUploadForm(
  contentType: string,
  bytes: AsyncGenerator<Uint8Array>,
): Promise<UploadForm> {
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw objectErrors.noContent();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter may come without a line's end in front of it.
  const form = new ComingBytes(bytes, Buffer.from('\r\n'));
  await form.take(delimiter, LARGEST_HEAD_BYTES);
  const fields = new Map<string, string>();
  while (fields.size <= MOST_FIELDS) {
    const head = readHead(await form.take(Buffer.from('\r\n\r\n'), LARGEST_HEAD_BYTES));
    if (head.isFile) return { fields, mimeType: head.mimeType, bytes: form.until(delimiter) };
    fields.set(head.name, (await form.take(delimiter, LARGEST_FIELD_BYTES)).toString());
  }
  throw objectErrors.noContent();
}

interface PartHead {
  readonly name: string;
  readonly isFile: boolean;
  readonly mimeType: string;
}

/** @throws {StorageError} when it is none, as after the last part */
function readHead(bytes: Buffer): PartHead {
  const [, ...lines] = bytes.toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const [, name] = /;\s*name="([^"]*)"/i.exec(disposition) ?? [];
  if (name === undefined) throw objectErrors.noContent();
  return {
    name,
    isFile: /;\s*filename\*?=/i.test(disposition),
    mimeType: headers.get('content-type') || 'application/octet-stream',
  };
}

/** Bytes that come, with those of them that have come and are not taken. */
class ComingBytes {
  readonly #source: AsyncGenerator<Uint8Array>;
  #here: Buffer;

  constructor(source: AsyncGenerator<Uint8Array>, here: Buffer) {
    this.#source = source;
    this.#here = here;
  }

  /**
   * Takes what is in front of an end, and the end.
   * @throws {StorageError} when there is no such end within so many bytes
   */
  async take(end: Buffer, most: number): Promise<Buffer> {
    for (let from = 0; ; ) {
      const at = this.#here.indexOf(end, from);
      if (at >= 0 && at <= most) {
        const taken = this.#here.subarray(0, at);
        this.#here = this.#here.subarray(at + end.length);
        return taken;
      }
      if (this.#here.length > most + end.length) throw objectErrors.tooLarge('user_metadata');
      from = Math.max(0, this.#here.length - end.length);
      await this.#more();
    }
  }

  /**
   * Passes on what is in front of an end.
   * @throws {StorageError} when it does not come
   */
  async *until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#here.indexOf(end);
      // The last bytes may be the beginning of the end.
      const ready = at >= 0 ? at : Math.max(0, this.#here.length - end.length + 1);
      if (ready > 0) yield this.#here.subarray(0, ready);
      if (at >= 0) return;
      this.#here = this.#here.subarray(ready);
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done) throw objectErrors.noContent();
    this.#here = Buffer.concat([this.#here, value]);
  }
}
