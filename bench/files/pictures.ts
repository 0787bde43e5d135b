/** A page of 200 photos: the variants that a browser asks for, six requests at a time, when nobody has seen them yet and again. */
import { randomUUID } from 'node:crypto';
import { photoOf } from '../dataset/photos.ts';
import { median, percentile } from '../measure/statistics.ts';
import { measured } from './measured.ts';
import { type FilesPerson, nameInText } from './person.ts';

const PICTURES = 200;
const AT_ONCE = 6;
const [WIDTH, HEIGHT] = [2000, 1500];
const SHOWN_WIDTH = 800;

export async function measurePictures(person: FilesPerson, processId: number): Promise<string> {
  const pageId = randomUUID();
  const files = Array.from({ length: PICTURES }, (_, index) => ({
    id: randomUUID(),
    name: `photo ${index}.jpg`,
  }));
  const content = files.map(({ id, name }) => `![](${nameInText(id, name)})`).join('\n\n');
  await person.createPages([{ id: pageId, content }]);
  const objects: string[] = [];
  for (const [index, file] of files.entries()) {
    const photo = await photoOf(index, WIDTH, HEIGHT);
    const object = await person.announce(pageId, { ...file, type: 'image/jpeg', bytes: photo.length });
    const answer = await fetch(`${person.origin}/storage/v1/object/${object}`, {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'image/jpeg' },
      body: new Uint8Array(photo),
    });
    if (!answer.ok) throw new Error(`A photo was answered with ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
    objects.push(object);
  }
  const lines: string[] = [];
  for (const name of ['the first time', 'again']) lines.push(await look(person, processId, objects, name));
  return [
    `| ${PICTURES} photos of ${WIDTH} × ${HEIGHT}, ${SHOWN_WIDTH} wide | until the first, ms | until all, s | each, p50 / p95 ms | more memory |`,
    '| :-- | --: | --: | --: | --: |',
    ...lines,
  ].join('\n');
}

async function look(
  person: FilesPerson,
  processId: number,
  objects: readonly string[],
  name: string,
): Promise<string> {
  const times: number[] = [];
  let first = 0;
  const start = performance.now();
  const { seconds, memoryBytes } = await measured(processId, async () => {
    const waiting = objects.toReversed();
    const work = async () => {
      for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
        const from = performance.now();
        const address = `/storage/v1/render/image/authenticated/${object}?width=${SHOWN_WIDTH}&resize=contain&quality=80`;
        const answer = await fetch(`${person.origin}${address}`, {
          headers: { ...person.headers, accept: 'image/webp,*/*' },
        });
        const { byteLength } = await answer.arrayBuffer();
        if (!answer.ok || byteLength < 1000) throw new Error(`A variant was answered with ${answer.status}`);
        times.push(performance.now() - from);
        first ||= performance.now() - start;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  const each = `${median(times).toFixed(0)} / ${percentile(times, 0.95).toFixed(0)}`;
  return `| ${name} | ${first.toFixed(0)} | ${seconds.toFixed(1)} | ${each} | ${Math.round(memoryBytes / 1024 / 1024)} MB |`;
}
