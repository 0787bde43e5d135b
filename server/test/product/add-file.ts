/** Files that people put into pages, as the web app does it. */
import { randomUUID } from 'node:crypto';
import type { Person } from './people.ts';

// The smallest PNG: one pixel.
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Upload {
  readonly name?: string;
  readonly type?: string;
  readonly bytes?: Buffer;
}

/** @returns the file's id, and its object's name */
export async function addFile(
  person: Person,
  page: string,
  { name = 'A pixel.png', type = 'image/png', bytes = PIXEL }: Upload = {},
) {
  const id = randomUUID();
  const facts = { name, media_type: type, bytes: bytes.length, width: 1, height: 1 };
  const { data, error } = await person.client.rpc('add_page_file', { page_id: page, file_id: id, ...facts });
  if (error) throw error;
  const objectName = (data as { object_name: string }).object_name;
  const uploaded = await person.client.storage
    .from('page-files')
    .upload(objectName, bytes, { contentType: type });
  if (uploaded.error) throw uploaded.error;
  return { id, objectName };
}
