/**
 * The type that a file is kept and sent with. It is one of a closed list, and none of those that a page could load as a script. An uploader's word counts if the bytes are what it says,
 * or if the type is one that browsers only ever save; else the bytes decide. So no file is to a browser what it is not to the server.
 */
import { objectErrors } from '../errors.ts';
import { ACTIVE, DOWNLOADED, SHOWN, UNKNOWN } from './known-types.ts';

/** Files are known by so many bytes. */
export const HEAD_BYTES = 1024;

const PICTURE = /^image\/(?!svg)/;
const FILM_OR_SOUND = /^(video|audio)\//;
const SHOWN_TYPES: ReadonlySet<string> = new Set(SHOWN.flatMap(({ types }) => types));
// The one parameter that anybody needs. Others can hold commas, and with them a second type.
const CHARSET = /^[^;]*;\s*charset="?[\w-]{1,40}"?\s*$/i;

/** The type without its parameters, in lower case. */
export function essenceOf(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a browser may show it in place: a picture, a film, a sound or a PDF, in which no script of ours can run. */
export function isShown(mimeType: string): boolean {
  return SHOWN_TYPES.has(essenceOf(mimeType));
}

/** Finds the type of the list for a type that anything may have written. */
export function listedType(mimeType: string): string {
  const essence = essenceOf(mimeType);
  if (SHOWN_TYPES.has(essence)) return essence;
  if (!DOWNLOADED.has(essence)) return UNKNOWN;
  return CHARSET.test(mimeType) ? mimeType : essence;
}

/** The type that a browser gets, for a type that anything may have written. */
export function sentType(mimeType: string): string {
  return ACTIVE.has(essenceOf(mimeType)) ? UNKNOWN : listedType(mimeType);
}

/**
 * @param declared by whoever uploads it
 * @param head at least so many bytes, or the whole file
 * @throws {StorageError} when it is called a picture and is none
 */
export function typeOf(declared: string, head: Uint8Array): string {
  const essence = essenceOf(declared);
  if (DOWNLOADED.has(essence)) return listedType(declared);
  const hex = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('hex');
  const fitting = SHOWN.filter(({ beginning }) => beginning.test(hex));
  if (fitting.some(({ types }) => types.includes(essence))) return essence;
  const type = fitting[0]?.types[0] ?? UNKNOWN;
  if (SHOWN_TYPES.has(essence) && PICTURE.test(essence) && !PICTURE.test(type))
    throw objectErrors.noPicture(declared);
  // There are more films and sounds than the list knows, and none of them is a text.
  const isPlausible = type === UNKNOWN && FILM_OR_SOUND.test(essence) && !isText(head);
  return isPlausible && SHOWN_TYPES.has(essence) ? essence : type;
}

/** As browsers tell them apart (mimesniff, "binary data byte"). */
function isText(head: Uint8Array): boolean {
  return !head.some((byte) => byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20 && byte !== 0x1b));
}

/** Bytes that are passed on, and tell what they are on their way. */
export class TypedBytes {
  readonly #bytes: AsyncIterable<Uint8Array>;
  readonly #declared: string;
  #type: string | undefined;

  constructor(bytes: AsyncIterable<Uint8Array>, declared: string) {
    this.#bytes = bytes;
    this.#declared = declared;
  }

  /** Known when all bytes have passed. */
  get type(): string {
    return this.#type ?? UNKNOWN;
  }

  /** @throws {StorageError} when they are called a picture and are none */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let head: Buffer | undefined = Buffer.alloc(0);
    for await (const chunk of this.#bytes) {
      if (!head) {
        yield chunk;
        continue;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length < HEAD_BYTES) continue;
      this.#type = typeOf(this.#declared, head);
      yield head;
      head = undefined;
    }
    if (!head) return;
    this.#type = typeOf(this.#declared, head);
    if (head.length > 0) yield head;
  }
}
