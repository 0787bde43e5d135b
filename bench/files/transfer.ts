/** Large files, up and down, with as little work on this side as that takes. */
import { once } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

type Headers = Readonly<Record<string, string>>;

const CHUNK = Buffer.alloc(256 * 1024, 'A sentence of a large file. ');
const PART_BYTES = 6 * 1024 * 1024;
const agent = new http.Agent({ keepAlive: true });

function* bytesOf(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
}

async function answerOf(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  // A refusal comes before all bytes are sent, and ends the connection.
  request.on('error', () => undefined);
  if ((answer.statusCode ?? 0) < 300) return answer;
  const text = (await answer.toArray()).join('');
  throw new Error(`${request.method} ${request.path} answered ${answer.statusCode}: ${text}`);
}

export async function send(
  method: string,
  address: string,
  size: number,
  headers: Headers,
): Promise<Headers> {
  const request = http.request(address, { method, agent, headers: { ...headers, 'content-length': size } });
  const answered = answerOf(request);
  const sent = pipeline(Readable.from(bytesOf(size)), request).catch(() => answered);
  const answer = await answered;
  await sent;
  answer.resume();
  await once(answer, 'end');
  return answer.headers as Headers;
}

/** By TUS, in the parts of the web app. */
export async function sendInParts(
  origin: string,
  object: string,
  size: number,
  headers: Headers,
): Promise<void> {
  const [bucket = '', ...name] = object.split('/');
  const pair = (key: string, value: string) => `${key} ${Buffer.from(value).toString('base64')}`;
  const tus = { ...headers, 'tus-resumable': '1.0.0' };
  const { location = '' } = await send('POST', `${origin}/storage/v1/upload/resumable`, 0, {
    ...tus,
    'upload-length': String(size),
    'upload-metadata': [pair('bucketName', bucket), pair('objectName', name.join('/'))].join(','),
  });
  for (let offset = 0; offset < size; offset += PART_BYTES)
    await send('PATCH', `${origin}${location}`, Math.min(PART_BYTES, size - offset), {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    });
}

/** @returns how many bytes came */
export async function receive(address: string, headers: Headers): Promise<number> {
  const answer = await answerOf(http.get(address, { agent, headers }));
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
  });
  await once(answer, 'end');
  return size;
}
