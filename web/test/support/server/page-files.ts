/** The files of a workspace's pages, as the server answers about them. A test refuses some of them itself. */
import type { Tables } from '../../../src/lib/database.types.generated.ts';
import { type Answerer, type Asked, json } from './answers.ts';
import { matching } from './rows.ts';
import { server } from './server.ts';
import { takeOverUploads } from './uploads.ts';

type FileRow = Pick<
  Tables<'page_files'>,
  'id' | 'page_id' | 'name' | 'media_type' | 'bytes' | 'width' | 'height' | 'object_name' | 'uploaded_at'
>;

interface Announced {
  readonly page_id: string;
  readonly file_id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  readonly width?: number;
  readonly height?: number;
}

const NOW = '2026-01-01T00:00:00+00:00';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export class PageFiles {
  readonly rows: FileRow[] = [];
  /** How often the bytes of each have come. */
  readonly uploads = new Map<string, number>();
  /** Names of pictures whose bytes were asked for. */
  readonly read: string[] = [];

  constructor() {
    takeOverUploads();
    server().say(this.#answer);
  }

  add(row: Partial<FileRow> & Pick<FileRow, 'id' | 'name'>): FileRow {
    const object_name = `workspace/page/${row.id}-${row.name}`;
    const facts = { page_id: null, media_type: 'image/png', bytes: 2_400_000, width: 1600, height: 1200 };
    const added = { ...facts, object_name, uploaded_at: NOW, ...row };
    this.rows.push(added);
    return added;
  }

  readonly #answer: Answerer = (asked) => {
    const { method, path } = asked;
    if (path === '/rest/v1/page_files') return json(matching(this.rows, asked));
    if (path === '/rest/v1/rpc/add_page_file') return this.#announce(asked.body as Announced);
    const [, route, name] =
      /^\/storage\/v1\/(object|object\/authenticated|render\/image\/authenticated|object\/sign)\/page-files\/(.+)$/.exec(
        path,
      ) ?? [];
    if (name === undefined) return undefined;
    if (method === 'POST' && route === 'object') return this.#receive(decodeURIComponent(name));
    if (route === 'object/sign') return json({ signedURL: `/object/sign/page-files/${name}?token=t` });
    return this.#send(asked, name);
  };

  #announce({ file_id: id, ...facts }: Announced): Response {
    const row =
      this.rows.find((known) => known.id === id) ??
      this.add({ id, width: null, height: null, uploaded_at: null, ...facts });
    return json(row);
  }

  #receive(name: string): Response {
    this.uploads.set(name, (this.uploads.get(name) ?? 0) + 1);
    const index = this.rows.findIndex(({ object_name }) => object_name === name);
    const row = this.rows[index];
    if (!row) return json({ statusCode: '403', error: 'Unauthorized', message: 'no row' }, 400);
    if (row.uploaded_at) return json({ statusCode: '409', error: 'Duplicate', message: 'there' }, 400);
    this.rows[index] = { ...row, uploaded_at: NOW };
    return json({ Key: name });
  }

  #send({ query }: Asked, name: string): Response {
    this.read.push(`${name.split('-').at(-1)} ${query.get('width') ?? 'whole'}`);
    return new Response(pixel());
  }
}

/** The smallest picture. */
export function pixel(): Blob {
  return new Blob([Uint8Array.from(atob(PIXEL), (each) => each.charCodeAt(0))], { type: 'image/png' });
}
