/** Fills the workspaces, as their owners and through the product's own policies and triggers. */
import type { ClientBase } from 'pg';
import { type Account, type DataSet, MEMBERS, PAGES, TREE_PAGES } from './data-set.ts';
import { markdown } from './markdown.ts';
import type { SignedUp } from './sign-up.ts';

const CHILDREN = 10;
const BATCH = 100;

/** @param client connected as the owner of the schemas */
export async function seed(
  client: ClientBase,
  author: SignedUp,
  librarian: SignedUp,
  drafter: SignedUp,
): Promise<DataSet> {
  const data = {
    author: await withWorkspace(client, author),
    librarian: await withWorkspace(client, librarian),
    drafter: await withWorkspace(client, drafter),
  };
  const pageIds = await asOwnerOf(client, data.author, () => insertPages(client, data.author));
  await asOwnerOf(client, data.librarian, () => insertTree(client, data.librarian));
  await insertMembers(client, data.author);
  // The work after the inserts would fall on the server alone, in its first rounds.
  await client.query('select private.work_off_pages(600000)');
  await client.query('vacuum analyze');
  return { ...data, pageIds, versions: new Map() };
}

async function withWorkspace(client: ClientBase, account: SignedUp): Promise<Account> {
  const { rows } = await client.query<{ id: string }>(
    'select organization_id as id from public.organization_members where user_id = $1',
    [account.userId],
  );
  if (rows.length !== 1) throw new Error(`A new account has ${rows.length} workspaces instead of one.`);
  return { ...account, workspaceId: String(rows[0]?.id) };
}

/** Past the API, which lets nobody in without an invitation. Accounts bring their profiles. */
async function insertMembers(client: ClientBase, author: Account): Promise<void> {
  await client.query(
    `with account as (
       insert into auth.users (email, raw_user_meta_data)
       select 'member' || n || '@example.com', jsonb_build_object('full_name', 'Member ' || n)
       from generate_series(2, $1::int) as n
       returning id
     )
     select id from account`,
    [MEMBERS],
  );
  await client.query(
    `insert into public.organization_members (organization_id, user_id)
     select $1, id from auth.users where email like 'member%@example.com'`,
    [author.workspaceId],
  );
}

async function asOwnerOf<T>(client: ClientBase, account: Account, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  await client.query("select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)", [
    account.claims,
    'authenticated',
  ]);
  const result = await work();
  await client.query('commit');
  return result;
}

async function insertPages(client: ClientBase, author: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let start = 0; start < PAGES; start += BATCH) {
    const { rows } = await client.query<{ id: string }>(
      `insert into public.pages (organization_id, name, description, content, order_index)
       select $1, 'Page ' || n, 'What page ' || n || ' is about', content, n
       from unnest($2::text[]) with ordinality as texts (content, n)
       returning id`,
      [author.workspaceId, Array.from({ length: BATCH }, (_, index) => markdown(start + index))],
    );
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

/** Ten pages at the root, ten beneath each, and so on: five levels. */
async function insertTree(client: ClientBase, librarian: Account): Promise<void> {
  let first = 0;
  for (let level = CHILDREN; first < TREE_PAGES; level *= CHILDREN) {
    const last = Math.min(first + level, TREE_PAGES) - 1;
    await client.query(
      `insert into public.pages (id, organization_id, parent_id, name, order_index)
       select md5('tree ' || n)::uuid, $1,
         case when n >= $4 then md5('tree ' || (n - $4) / $4)::uuid end,
         'Chapter ' || n || ' of the handbook', n % $4 + 1
       from generate_series($2::int, $3::int) as n`,
      [librarian.workspaceId, first, last, CHILDREN],
    );
    first = last + 1;
  }
}
