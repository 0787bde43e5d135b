/** The cost that the uses of files add to a save: the same saves with and without the step that keeps them, in turns. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { markdown } from '../dataset/markdown.ts';
import { median } from '../measure/statistics.ts';
import { type FilesPerson, nameInText } from './person.ts';

const SAVES = 60;
const STEP = 'private.use_changed_files(old public.pages, new public.pages)';
const WITHOUT = `create or replace function ${STEP} returns void language plpgsql as 'begin end'`;

/** @param client the server's database, past the server */
export async function measureSaves(person: FilesPerson, client: pg.Client, rounds: number): Promise<string> {
  const lines: string[] = [];
  for (const files of [0, 1, 20, 200]) lines.push(await compare(person, client, files, rounds));
  return [
    '| save of 4 KB | with the step, ms | without, ms | times |',
    '| :-- | --: | --: | --: |',
    ...lines,
  ].join('\n');
}

async function compare(
  person: FilesPerson,
  client: pg.Client,
  files: number,
  rounds: number,
): Promise<string> {
  const pageId = randomUUID();
  await person.createPages([{ id: pageId, content: '' }]);
  const links: string[] = [];
  for (let index = 0; index < files; index++) {
    const file = { id: randomUUID(), name: `picture ${index}.png`, type: 'image/png', bytes: 1000 };
    await person.announce(pageId, file);
    links.push(`![](${nameInText(file.id, file.name)})`);
  }
  const text = `${links.join('\n\n')}\n\n${markdown(1)}`;
  let number = 0;
  const save = async () => {
    const content = `${text}\n\nSave number ${number++}`;
    const start = performance.now();
    await person.ask(
      'PATCH',
      `/rest/v1/pages?id=eq.${pageId}&select=updated_at`,
      { content },
      {
        prefer: 'return=representation',
      },
    );
    return performance.now() - start;
  };
  const found = await client.query<{ definition: string }>(
    "select pg_get_functiondef('private.use_changed_files(public.pages, public.pages)'::regprocedure) as definition",
  );
  const step = found.rows[0]?.definition ?? '';
  const slice = async (isOn: boolean) => {
    await client.query(isOn ? step : WITHOUT);
    // The connections plan again.
    for (let index = 0; index < 8; index++) await save();
    const times: number[] = [];
    for (let index = 0; index < SAVES; index++) times.push(await save());
    return median(times);
  };
  await slice(true);
  const pairs: { with: number; without: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await slice(round % 2 === 0);
    const second = await slice(round % 2 !== 0);
    pairs.push(round % 2 === 0 ? { with: first, without: second } : { with: second, without: first });
  }
  await slice(true);
  const of = (part: 'with' | 'without') => median(pairs.map((pair) => pair[part])).toFixed(2);
  const times = median(pairs.map((pair) => pair.with / pair.without));
  return `| with ${files} files | ${of('with')} | ${of('without')} | ${times.toFixed(2)} |`;
}
