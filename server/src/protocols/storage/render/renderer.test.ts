import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer } from './renderer.ts';

/** Does what the picture's name says. */
const PROGRAM = `process.on('message', ({ source }) => {
  if (source === 'crash') process.abort();
  if (source === 'hang') for (;;);
  process.send({ format: 'webp', secrets: Object.keys(process.env) });
});
process.on('disconnect', () => process.exit());`;

let folder: string;
let program: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-renderer-'));
  await writeFile(path.join(folder, 'program.mjs'), PROGRAM);
  program = pathToFileURL(path.join(folder, 'program.mjs'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a picture that ends or stops the process costs itself alone', async () => {
  const renderer = createRenderer(program, 1000);
  const render = (source: string, isWanted = true) =>
    renderer.render({ source, target: '', transformation: {}, takesWebp: true }, () => isWanted);
  const replies = await Promise.all([
    render('crash'),
    render('fine'),
    render('hang'),
    render('hang', false),
    render('fine'),
  ]);
  expect(replies).toEqual([
    { problem: 'unreadable' },
    { format: 'webp', secrets: [] },
    { problem: 'too-slow' },
    { problem: 'unwanted' },
    { format: 'webp', secrets: [] },
  ]);
  renderer.stop();
});
