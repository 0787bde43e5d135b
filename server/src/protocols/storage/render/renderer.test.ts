import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer } from './renderer.ts';

/** Does what the picture's name says. */
const PROGRAM = `process.on('message', ({ does, source, mostMb }) => {
  if (does === 'measure') return process.send({ effort: source.startsWith('large') ? 900 : 1 });
  if (source === 'swells' && mostMb < 300) return process.send({ problem: 'swollen' });
  if (source === 'crash') process.abort();
  if (source.endsWith('hang')) for (;;);
  process.send({ format: 'webp', secrets: Object.keys(process.env) });
});
process.on('disconnect', () => process.exit());`;

const JOB = { target: '', transformation: {}, takesWebp: true, mostEffort: 10 };

let folder: string;
let program: URL;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trellis-renderer-'));
  await writeFile(path.join(folder, 'program.mjs'), PROGRAM);
  program = pathToFileURL(path.join(folder, 'program.mjs'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a picture that ends or stops the process costs itself alone', async () => {
  const renderer = createRenderer(program, 3000);
  const render = (source: string, isWanted = true) =>
    renderer.render({ ...JOB, source }, 'ada', () => isWanted);
  const replies = await Promise.all([
    render('crash'),
    render('fine'),
    render('hang'),
    render('hang', false),
    render('fine'),
  ]);
  expect(replies).toEqual([
    { problem: 'crashed', effort: 1 },
    { format: 'webp', secrets: [] },
    { problem: 'too-slow', effort: 1 },
    { problem: 'unwanted', effort: 0 },
    { format: 'webp', secrets: [] },
  ]);
  renderer.stop();
});

test('all that wait are measured before the next is made, and each sender has their turn', async () => {
  const renderer = createRenderer(program, 5000);
  const order: string[] = [];
  const render = async (source: string, sender: string) => {
    await renderer.render({ ...JOB, source }, sender, () => true);
    order.push(`${sender} ${source}`);
  };
  await Promise.all([
    render('large', 'ada'),
    render('large', 'ada'),
    render('fine', 'ada'),
    render('large', 'bob'),
    render('fine', 'eve'),
  ]);
  const of = (size: string) => order.filter((job) => job.endsWith(size));
  expect(of('fine')).toEqual(['ada fine', 'eve fine']);
  expect(of('large')).toEqual(['ada large', 'bob large', 'ada large']);
  renderer.stop();
});

test('a small picture waits for no large one, and one that swells is taken for a large one', async () => {
  const renderer = createRenderer(program, 3000);
  const order: string[] = [];
  const render = async (source: string) => {
    const reply = await renderer.render({ ...JOB, source }, 'ada', () => true);
    order.push('format' in reply ? source : `${source}: ${reply.problem}`);
  };
  const hanging = render('large hang');
  await render('fine');
  const swelling = render('swells');
  await render('fine');
  await Promise.all([hanging, swelling]);
  expect(order).toEqual(['fine', 'fine', 'large hang: too-slow', 'swells']);
  renderer.stop();
});
