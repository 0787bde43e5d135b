/**
 * The bound of any server of files: a plain Node one, without accounts, rules or a database. PUT brings a file to the disk, GET sends it
 * or a part of it. `PORT` and `FOLDER` say where.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const { PORT, FOLDER = '' } = process.env;

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const file = path.join(FOLDER, path.basename(request.url ?? ''));
  if (request.method === 'PUT') {
    await pipeline(request, createWriteStream(file, { flush: true }));
    response.end();
    return;
  }
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const part =
    first === undefined ? { start: 0, end: found.size - 1 } : { start: Number(first), end: Number(last) };
  response.writeHead(first === undefined ? 200 : 206, { 'content-length': part.end - part.start + 1 });
  await pipeline(createReadStream(file, part), response);
}

http
  .createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  })
  .listen(Number(PORT), '127.0.0.1');
