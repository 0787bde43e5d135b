/** Two writes wait for each other: Postgres ends one of them, and the server tries that one again. */
import { expect, test } from 'vitest';
import { useLibrary } from './library.ts';

const { library } = useLibrary([
  'create table public.accounts (name text primary key, changes int not null default 0)',
  "insert into public.accounts values ('a'), ('b')",
  `create function public.change_both(first text, second text) returns void language plpgsql
   security definer set search_path = '' as $$ begin
    update public.accounts set changes = changes + 1 where name = first;
    perform pg_sleep(0.5);
    update public.accounts set changes = changes + 1 where name = second;
  end $$`,
]);

const changeBoth = (first: string, second: string) =>
  library().ask('/rpc/change_both', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first, second }),
  });

test.skipIf(!process.env.TEST_DATABASE_URL)('the ended one of two statements is tried again', async () => {
  const answers = await Promise.all([changeBoth('a', 'b'), changeBoth('b', 'a')]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  const changes = await library().sql<{ changes: number }>('select changes from public.accounts');
  expect(changes.map((row) => row.changes)).toEqual([2, 2]);
});
