/**
 * People who share some workspaces and not others. Each has a schema of the same tables with just the rows that
 * they may see, chosen by conditions written here and without row-level security. The API must answer from the
 * real tables as it does from these.
 */
import type { Relationship, Schema } from '../../../src/protocols/rest/schema-cache/schema.ts';
import { signUp } from '../../product/people.ts';
import type { TestServer } from '../../support/test-server.ts';
import { ALLOW_ALL, signToken } from '../library.ts';

export interface Viewer {
  readonly name: string;
  /** Undefined for nobody in particular. */
  readonly token: string | undefined;
  /** The schema with the rows that this viewer may see. */
  readonly schema: string;
  /** Every row's text holds a mark; these are of the rows that this viewer may see. */
  readonly marks: ReadonlySet<string>;
}

export interface World {
  readonly viewers: readonly [Viewer, ...Viewer[]];
  /** The ids of rows of all tables. */
  readonly ids: readonly string[];
  /** A checksum of all tables. */
  digest(): Promise<string>;
}

// In the order in which they refer to each other.
const TABLES = [
  ...['user_profiles', 'organizations', 'organization_members', 'former_members', 'pages', 'page_activity'],
  ...['page_versions', 'page_version_authors', 'page_texts', 'page_links', 'page_favorites'],
  ...['page_wiki_links', 'page_aliases', 'labels', 'samples', 'sample_labels'],
] as const;

const SAMPLES = [
  "create type public.mood as enum ('calm', 'glad', 'sad')",
  'create domain public.short as text check (length(value) < 100)',
  'create table public.labels (id int primary key, name text not null)',
  `create table public.samples (
    id int primary key,
    owner uuid not null default auth.uid() references public.user_profiles (id),
    page_id uuid references public.pages (id),
    sample_id int references public.samples (id),
    label text default 'new',
    "odd ""name""" public.short,
    amount numeric, ratio float8, flag bool, day date, at timestamptz, span interval,
    doc jsonb, raw json, tags text[], numbers int[], range int4range, period tstzrange,
    vector tsvector, mood public.mood, bytes bytea, address inet
  )`,
  `create table public.sample_labels (
    sample_id int references public.samples (id),
    label_id int references public.labels (id),
    primary key (sample_id, label_id)
  )`,
  ...['labels', 'samples', 'sample_labels'].map(
    (name) => `alter table public.${name} enable row level security`,
  ),
  'create policy labels_all on public.labels to authenticated using (true)',
  `create policy samples_all_owner on public.samples to authenticated
    using (owner = (select auth.uid())) with check (owner = (select auth.uid()))`,
  `create policy sample_labels_all_owner on public.sample_labels to authenticated
    using (exists (select from public.samples s where s.id = sample_labels.sample_id))`,
  'grant all on public.labels, public.samples, public.sample_labels to anon, authenticated',
];

/** Views and functions that can be asked for besides tables. */
const derived = (schema: string) => [
  `create view ${schema}.sample_names with (security_invoker) as select id, owner, label from ${schema}.samples`,
  `grant select on ${schema}.sample_names to anon, authenticated`,
  `create function ${schema}.initial(${schema}.samples) returns text language sql stable
    as $$ select left($1.label, 1) $$`,
  `create function ${schema}.newest(${schema}.organizations) returns setof ${schema}.pages language sql stable
    as $$ select * from ${schema}.pages where organization_id = $1.id $$`,
  `create function ${schema}.samples_above(lowest int default 1) returns setof ${schema}.samples language sql stable
    as $$ select * from ${schema}.samples where id > lowest $$`,
  `create function ${schema}.sample_count(kind public.mood) returns bigint language sql stable
    as $$ select count(*) from ${schema}.samples where mood = kind $$`,
  `create function ${schema}.sample_ids() returns setof int language sql stable
    as $$ select id from ${schema}.samples order by id $$`,
];

const DERIVED = ['sample_names'];
const CALLABLE = ['samples_above', 'sample_count', 'sample_ids'];

/**
 * The part of the API that each viewer's schema has, too.
 * @throws {Error} when two of its tables are joined by one that it lacks: a name could then mean more in
 * `public` than there
 */
export function comparable(schema: Schema): Schema {
  const names = new Set<string>([...TABLES, ...DERIVED]);
  const isThere = (one: Relationship) => names.has(one.target);
  const relationships = [...schema.relationships]
    .filter(([origin]) => names.has(origin))
    .map(([origin, list]) => [origin, list.filter(isThere)] as const);
  for (const one of relationships.flatMap(([, list]) => list))
    if (one.kind === 'many-to-many' && !names.has(one.junction))
      throw new Error(`${one.junction} joins ${one.origin} and ${one.target}: add it to TABLES.`);
  return {
    ...schema,
    relations: new Map([...schema.relations].filter(([name]) => names.has(name))),
    relationships: new Map(relationships),
    routines: new Map([...schema.routines].filter(([name]) => CALLABLE.includes(name))),
  };
}

// The one person who sees each page: the creator of a private page, else the one person who sees the page
// above. Not by `private_to`, on which the policies rely.
const PAGE_OWNERS = `with recursive owners as (
    select id, case visibility when 'private' then created_by end as owner from public.pages where parent_id is null
    union all
    select p.id, case p.visibility when 'private' then p.created_by else o.owner end
    from public.pages p join owners o on o.id = p.parent_id
  )`;

const member = (id: string) =>
  `select organization_id from public.organization_members where user_id = ${id} and status = 'active'`;

const seenBy = (id: string, isSignedIn: boolean): Record<(typeof TABLES)[number], string> => {
  const page = `${PAGE_OWNERS} select p.id from public.pages p join owners o on o.id = p.id
    where p.organization_id in (${member(id)}) and (o.owner is null or o.owner = ${id})`;
  return {
    user_profiles: `t.id = ${id} or t.id in (
      select user_id from public.organization_members where organization_id in (${member(id)}))`,
    organizations: `t.id in (${member(id)})`,
    organization_members: `t.organization_id in (${member(id)})`,
    former_members: 'false',
    pages: `t.id in (${page})`,
    page_activity: `(t.page_id in (${page}) or t.kind = 'deleted' and t.organization_id in (${member(id)}))
      and (t.private_to is null or t.private_to = ${id})`,
    page_versions: `t.page_id in (${page}) and (t.private_to is null or t.private_to = ${id})`,
    page_version_authors: `t.version_id in (select v.id from public.page_versions v
      where v.page_id in (${page}) and (v.private_to is null or v.private_to = ${id}))`,
    page_texts: `t.digest in (select v.digest from public.page_versions v
      where v.page_id = t.page_id and v.page_id in (${page}) and (v.private_to is null or v.private_to = ${id}))`,
    page_links: `t.source_id in (${page})`,
    page_favorites: `t.user_id = ${id}`,
    page_wiki_links: `t.source_id in (${page})`,
    page_aliases: `t.page_id in (${page})`,
    labels: String(isSignedIn),
    samples: `t.owner = ${id}`,
    sample_labels: `t.sample_id in (select id from public.samples where owner = ${id})`,
  };
};

export async function openWorld(server: TestServer): Promise<World> {
  const sql = <Row extends object>(text: string) =>
    server.database.asOwner(async (transaction) => (await transaction.query<Row>({ text })).rows);
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql(statement);
  };
  await run([ALLOW_ALL, ...SAMPLES, ...derived('public')]);
  const [alice, bob, carol, dave] = [
    await signUp(server, 'mark-alice'),
    await signUp(server, 'mark-bob'),
    await signUp(server, 'mark-carol'),
    await signUp(server, 'mark-dave'),
  ];
  const join = (who: string, where: string, role: string) =>
    `insert into public.organization_members (organization_id, user_id, role) values ('${where}', '${who}', '${role}')`;
  await run([
    join(bob.id, alice.workspaceId, 'member'),
    join(dave.id, alice.workspaceId, 'admin'),
    `update public.organizations set name = 'mark-' || id, description = 'mark-' || id`,
    `update public.user_profiles set full_name = 'mark-' || id, display_name = 'mark-' || id`,
    ...[alice, bob, carol].flatMap(({ id, workspaceId }) => contentOf(id, workspaceId)),
    ...contentOf(bob.id, alice.workspaceId),
    // The work after these saves would replace the links with those of the texts.
    'select private.work_off_pages(60000)',
    'insert into public.page_links select a.id, b.id from public.pages a, public.pages b where a.order_index < b.order_index',
    'insert into public.page_wiki_links select id, organization_id, name, name from public.pages',
    'insert into public.page_aliases select id, organization_id, name, name from public.pages',
    'insert into public.page_favorites (user_id, page_id) select p.id, q.id from public.user_profiles p, public.pages q',
    `insert into public.labels select n, 'label ' || n from generate_series(1, 4) n`,
    ...[alice, bob, carol].map(({ id }, index) => samplesOf(id, index * 100)),
    'insert into public.sample_labels select s.id, n from public.samples s, generate_series(1, 3) n where s.id % 5 < n',
    // Dave has two-step verification: a password alone gives him nothing.
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), '${dave.id}', 'totp', 'verified', now(), now())`,
  ]);
  const people: readonly [string, string | undefined, string][] = [
    ['alice', alice.id, `'${alice.id}'::uuid`],
    ['bob', bob.id, `'${bob.id}'::uuid`],
    ['dave', dave.id, 'null::uuid'],
    ['anon', undefined, 'null::uuid'],
  ];
  const schemas = people.map(([name]) => `seen_by_${name}`);
  for (const [name, account, id] of people) {
    await run(shadow(`seen_by_${name}`, seenBy(id, account !== undefined)));
  }
  await run([
    `do $$ begin execute format('alter database %I set pgrst.db_schemas = ''${['public', ...schemas].join(',')}''',
      current_database()); end $$`,
    "notify pgrst, 'reload config'",
  ]);
  // Keys to rows that this viewer does not see stay, as they do under row-level security.
  await run(schemas.flatMap((schema) => keysOf(schema)));
  const viewers = await Promise.all(
    people.map(async ([name, id]) => ({
      name,
      token: id === undefined ? undefined : await signToken(server, { sub: id }),
      schema: `seen_by_${name}`,
      marks: marksIn(JSON.stringify(await contents(sql, `seen_by_${name}`))),
    })),
  );
  const [first, ...others] = viewers;
  if (!first) throw new Error('Nobody is there.');
  const all = JSON.stringify(await contents(sql, 'public'));
  return {
    viewers: [first, ...others],
    ids: [...new Set(all.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)), '1', '101', '203'],
    digest: async () => JSON.stringify(await contents(sql, 'public')),
  };
}

export function marksIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/mark-[\w-]+/g));
}

async function contents(sql: (text: string) => Promise<readonly object[]>, schema: string) {
  const tables = [];
  for (const table of TABLES) {
    tables.push(await sql(`select t::text as row from ${schema}.${table} t order by t::text`));
  }
  return tables;
}

/** A page for everybody in the workspace, one below it, a private one, one below that, and a public one. */
function contentOf(person: string, workspace: string): readonly string[] {
  const page = (name: string, visibility: string, parent?: string) =>
    `insert into public.pages (organization_id, name, content, order_index, visibility, created_by, updated_by, parent_id)
      values ('${workspace}', 'mark-${name}-${person}', 'Plan: calm mark-${name}-${person}', ${name.length}, '${visibility}',
      '${person}', '${person}', ${parent ? `(select id from public.pages where name = 'mark-${parent}-${person}' and organization_id = '${workspace}')` : 'null'})`;
  return [
    page('top', 'workspace'),
    page('below', 'workspace', 'top'),
    page('secret', 'private'),
    page('hidden', 'workspace', 'secret'),
    page('shared', 'public'),
    // Their earlier texts are in their history.
    `update public.pages set content = 'Plan: glad ' || name where created_by = '${person}' and organization_id = '${workspace}'`,
    `insert into public.page_activity (organization_id, page_id, actor_id, kind, old_name, new_name, private_to)
      select organization_id, id, created_by, 'renamed', 'mark-old-' || id, name, private_to
      from public.pages where created_by = '${person}' and organization_id = '${workspace}'`,
    `insert into public.page_activity (organization_id, actor_id, kind, old_name, private_to)
      select '${workspace}', '${person}', 'deleted', 'mark-gone-' || coalesce(hidden_to::text, '${workspace}'), hidden_to
      from unnest(array[null, '${person}'::uuid]) as hidden_to`,
  ];
}

function samplesOf(owner: string, first: number): string {
  return `insert into public.samples
    select ${first} + n, '${owner}', (select id from public.pages where created_by = '${owner}' order by name offset n % 5 limit 1),
      case when n > 1 then ${first} + n / 2 end, 'mark-sample-${first}-' || n, 'odd ' || n, n * 1.25, n / 3.0, n % 2 = 0,
      date '2026-01-01' + n, timestamptz '2026-01-01Z' + n * interval '1 day', n * interval '1 hour',
      jsonb_build_object('kind', 'mark-doc-${first}-' || n, 'deep', jsonb_build_object('list', jsonb_build_array(n, '{"a":2}'::jsonb))),
      json_build_object('kind', 'mark-raw-${first}-' || n), array['red', 'n' || n], array[n, n + 1],
      int4range(n, n + 3), tstzrange(timestamptz '2026-01-01Z', timestamptz '2026-01-01Z' + n * interval '1 day'),
      to_tsvector('english', 'calm and glad ' || n), (array['calm', 'glad', 'sad']::public.mood[])[n % 3 + 1],
      decode('00ff', 'hex'), '127.0.0.1'
    from generate_series(1, 8) n`;
}

function shadow(schema: string, seen: Readonly<Record<(typeof TABLES)[number], string>>): readonly string[] {
  return [
    `create schema ${schema}`,
    `grant usage on schema ${schema} to anon, authenticated, service_role`,
    ...TABLES.flatMap((table) => [
      `create table ${schema}.${table} (like public.${table} including all)`,
      `insert into ${schema}.${table} select t.* from public.${table} t where ${seen[table]}`,
      `do $$ declare caller text; begin
        foreach caller in array '{anon,authenticated}'::text[] loop
          execute format('revoke all on ${schema}.${table} from %I', caller);
          if has_table_privilege(caller, 'public.${table}', 'select') then
            execute format('grant select on ${schema}.${table} to %I', caller);
          end if;
        end loop;
      end $$`,
    ]),
    ...derived(schema),
    // The product's own, over the viewer's tables.
    `create function ${schema}.content(version ${schema}.page_versions) returns text language sql stable as $$
      select coalesce(
        (select t.content from ${schema}.page_texts t where t.page_id = version.page_id and t.digest = version.digest),
        (select p.content from ${schema}.pages p where p.id = version.page_id)
      ) $$`,
  ];
}

/** The foreign keys between the tables, by the same names. */
function keysOf(schema: string): readonly string[] {
  const list = TABLES.map((table) => `'public.${table}'::regclass`).join(', ');
  return [
    `do $$ declare key record; begin
      for key in
        select conname, c.relname, replace(pg_get_constraintdef(k.oid), 'REFERENCES ', 'REFERENCES ${schema}.') as definition
        from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
        where k.contype = 'f' and k.conrelid in (${list}) and k.confrelid in (${list})
      loop
        execute format('alter table ${schema}.%I add constraint %I %s not valid', key.relname, key.conname,
          replace(key.definition, '${schema}.public.', '${schema}.'));
      end loop;
    end $$`,
  ];
}
