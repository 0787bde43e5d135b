/** Public pages as the running server serves them to anybody with the link. */
// The same on every database: its subject is how a page is drawn; who is shown it, `sharing.sql` tries.
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../support/test-server.ts';

const server = useTestServer();
let mia: SupabaseClient;
let organization: string;
let author: string;

beforeAll(async () => {
  const { url, secrets } = server();
  mia = createClient(url, secrets.publishableKey, { auth: { persistSession: false } });
  const { data } = await mia.auth.signUp({ email: 'mia@example.test', password: 'correct horse' });
  author = String(data.user?.id);
  const { data: members } = await mia.from('organization_members').select('organization_id');
  organization = String(members?.[0]?.organization_id);
});

async function addPage(page: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const { error } = await mia.from('pages').insert({
    id,
    organization_id: organization,
    name: 'A page',
    order_index: 1,
    created_by: author,
    ...page,
  });
  if (error) throw error;
  return id;
}

async function change(id: string, update: Record<string, unknown>): Promise<void> {
  const { data, error } = await mia.from('pages').update(update).eq('id', id).select('id');
  if (error ?? data?.length !== 1) throw error ?? new Error('No page was changed.');
}

function read(id: string, init?: RequestInit): Promise<Response> {
  return fetch(`${server().url}/p/${id}`, init);
}

async function text(id: string): Promise<string> {
  const answer = await read(id);
  expect(answer.status).toBe(200);
  return answer.text();
}

test('a public page is a whole document without a script, and unfurls', async () => {
  const id = await addPage({
    name: 'Plan <b>"A"</b> & B',
    description: "What's next",
    content: '# First\n\nSome *words*.\n\n- [ ] open\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    visibility: 'public',
  });
  const answer = await read(id);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await answer.text();
  const site = server().config.siteUrl;
  expect(html).toContain('<h1 dir="auto">Plan &lt;b&gt;&quot;A&quot;&lt;/b&gt; &amp; B</h1>');
  expect(html).toContain('<title dir="auto">Plan &lt;b&gt;&quot;A&quot;&lt;/b&gt; &amp; B · Trellis</title>');
  expect(html).toContain(
    '<meta property="og:title" content="Plan &lt;b&gt;&quot;A&quot;&lt;/b&gt; &amp; B">',
  );
  expect(html).toContain('<meta property="og:description" content="What&#39;s next">');
  expect(html).toContain('<meta name="twitter:card" content="summary">');
  expect(html).toContain(`<link rel="canonical" href="${site}/p/${id}">`);
  expect(html).toContain('<meta name="robots" content="noindex, nofollow">');
  expect(html).toContain('<h2 id="first">First</h2>');
  expect(html).toMatch(/<input type="checkbox" disabled aria-label="To do"> ?open/);
  expect(html).toMatch(/<input type="checkbox" disabled checked aria-label="Done"> ?<span class="done">done/);
  expect(html).toContain('<td>2</td>');
  expect(html).not.toContain('<script');
});

test('it is cached nowhere, sends no referrer, and may run nothing', async () => {
  const { headers } = await read(await addPage({ visibility: 'public' }));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const policy = String(headers.get('content-security-policy'));
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
});

test('a private, shared, trashed, missing or nonsense page all look the same', async () => {
  const hidden = await addPage({ visibility: 'private' });
  const inside = await addPage({ visibility: 'public', parent_id: hidden });
  const ids = [
    await addPage({ visibility: 'private' }),
    await addPage({ visibility: 'workspace' }),
    inside,
    await addPage({ visibility: 'public', is_archived: true }),
    randomUUID(),
    'not-an-id',
    `${randomUUID()}'--`,
    '%00',
    '',
    `${inside}/more`,
  ];
  const answers = await Promise.all(ids.map((id) => read(id)));
  const seen = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      headers: Object.fromEntries(
        [...answer.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
      ),
      body: await answer.text(),
    })),
  );
  for (const one of seen) expect(one).toEqual(seen[0]);
  expect(seen[0]?.status).toBe(404);
});

test('it is gone once taken back, archived or its workspace closed, and back when restored', async () => {
  const id = await addPage({ visibility: 'public' });
  expect((await read(id)).status).toBe(200);
  await change(id, { visibility: 'workspace' });
  expect((await read(id)).status).toBe(404);
  await change(id, { visibility: 'public' });
  expect((await read(id)).status).toBe(200);
  await change(id, { is_archived: true });
  expect((await read(id)).status).toBe(404);
  await change(id, { is_archived: false });
  expect((await read(id)).status).toBe(200);
});

test('its text is read once for each version, however many ask for it', async () => {
  const id = await addPage({ name: 'Read by many', content: 'First.', visibility: 'public' });
  const looks = () =>
    server().observations.filter((one) => one.kind === 'request' && one.path.endsWith('/get_public_page'))
      .length;
  const looksFor = async (work: () => Promise<unknown>) => {
    const before = looks();
    await work();
    return looks() - before;
  };
  // Whether the page is public is asked each time.
  expect(await looksFor(() => Promise.all(Array.from({ length: 10 }, () => text(id))))).toBe(10 + 1);
  expect(await looksFor(() => text(id))).toBe(1);
  await change(id, { content: 'Second.' });
  expect(await looksFor(async () => expect(await text(id)).toContain('Second.'))).toBe(2);
});

test('it answers to no other method', async () => {
  const id = await addPage({ visibility: 'public' });
  const answer = await fetch(`${server().url}/functions/v1/public-page/${id}`, { method: 'POST' });
  expect(answer.status).toBe(405);
  const head = await read(id, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a page that is slow to render delays no other page', async () => {
  const costly = await addPage({ visibility: 'public', content: '!['.repeat(131_000) });
  const other = await addPage({ visibility: 'public', content: 'Other *words*.' });
  const answers = await Promise.all([text(costly), text(costly), text(other)]);
  // A fast machine renders it in time, others show it as it was written.
  expect(answers[0]).toContain('![![');
  expect(answers[1]).toBe(answers[0]);
  expect(answers[2]).toContain('<em>words</em>');
});

async function share(id: string, how: { with_subpages?: boolean; is_indexed?: boolean }): Promise<void> {
  const { error } = await mia
    .from('page_shares')
    .upsert({ page_id: id, organization_id: organization, ...how })
    .select('page_id')
    .single();
  if (error) throw error;
}

describe('subpages', () => {
  const status = async (id: string) => (await read(id)).status;

  async function addTree() {
    const handbook = await addPage({ name: 'Handbook', visibility: 'public' });
    const guide = await addPage({ name: 'Guide <1>', parent_id: handbook });
    const steps = await addPage({ name: 'Steps', parent_id: guide });
    const diary = await addPage({ name: 'Diary', parent_id: handbook, visibility: 'private' });
    const may = await addPage({ name: 'May', parent_id: diary, visibility: 'public' });
    return { handbook, guide, steps, diary, may };
  }

  test('are shared on purpose only, with the tree around them, and nothing that is private', async () => {
    const { handbook, guide, steps, diary, may } = await addTree();
    expect(await text(handbook)).not.toContain('aria-label="Pages"');
    expect(await status(guide)).toBe(404);
    await share(handbook, { with_subpages: true });
    const html = await text(steps);
    expect(html).toContain(
      `<nav class="crumbs" aria-label="Breadcrumb">\n<ol>\n<li><a href="/p/${handbook}" dir="auto">Handbook</a></li>\n` +
        `<li><a href="/p/${guide}" dir="auto">Guide &lt;1&gt;</a></li>\n</ol>`,
    );
    expect(html).toContain(`<a href="/p/${steps}" aria-current="page" dir="auto">Steps</a>`);
    expect(html).toContain('<summary aria-label="Subpages of Guide &lt;1&gt;">');
    expect(html).not.toMatch(new RegExp(`Diary|May|${diary}|${may}|<script`));
    for (const id of [diary, may]) expect(await status(id)).toBe(404);
  });

  test('are gone once they leave the tree, or it is shared no more', async () => {
    const { handbook, guide, steps } = await addTree();
    const other = await addPage({});
    await share(handbook, { with_subpages: true });
    expect(await text(handbook)).toContain('Steps');
    await change(guide, { parent_id: other });
    expect([await status(guide), await status(steps)]).toEqual([404, 404]);
    expect(await text(handbook)).not.toContain('Steps');
    await change(guide, { parent_id: handbook });
    expect(await status(steps)).toBe(200);
    await share(handbook, { with_subpages: false });
    expect([await status(handbook), await status(steps)]).toEqual([200, 404]);
    await share(handbook, { with_subpages: true });
    await change(handbook, { visibility: 'workspace' });
    await change(handbook, { visibility: 'public' });
    expect([await status(handbook), await status(steps)]).toEqual([200, 404]);
  });

  test('link to each other, by the titles that they have now', async () => {
    const { handbook, guide, steps, diary } = await addTree();
    const closed = await addPage({ name: 'Closed' });
    await share(handbook, { with_subpages: true });
    const link = (said: string, id: string) => `[${said}](/dashboard/pages/${id})`;
    await change(handbook, {
      content: [
        link('Steps', steps),
        link('see this', guide),
        link('Diary', diary),
        link('Closed', closed),
      ].join('\n\n'),
    });
    expect(await text(handbook)).toContain(`<p><a href="/p/${steps}">Steps</a></p>`);
    await change(steps, { name: 'Stages' });
    await change(closed, { name: 'Secret' });
    const html = await text(handbook);
    expect(html).toContain(`<p><a href="/p/${steps}">Stages</a></p>`);
    expect(html).toContain(`<p><a href="/p/${guide}">see this</a></p>`);
    expect(html).toContain('<p>Diary</p>\n<div class="lines-1"></div>\n<p>Closed</p>');
    expect(html).not.toContain('Secret');
    await change(steps, { visibility: 'private' });
    expect(await text(handbook)).toContain('<p>Steps</p>');
  });
});

test('search engines are let in on purpose only, and to the subpages that are shared with a page', async () => {
  const id = await addPage({ name: 'Handbook', visibility: 'public', content: '# One\n\n## Two' });
  const below = await addPage({ parent_id: id });
  await share(id, { with_subpages: true, is_indexed: true });
  for (const one of [id, below]) {
    const answer = await read(one);
    expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, null]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const html = await answer.text();
    expect(html).not.toContain('name="robots"');
    expect(html).toContain(`<link rel="canonical" href="${server().config.siteUrl}/p/${one}">`);
    expect(html).toContain('<meta name="description"');
    expect(html).toContain('<meta property="og:title"');
  }
  await share(id, { is_indexed: false });
  for (const one of [id, below]) {
    const answer = await read(one);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(await answer.text()).toContain('<meta name="robots" content="noindex, nofollow">');
  }
});

test('the headings are listed beside the text and above it, as links', async () => {
  const content = '# One\n\n## Two & *more*\n\ntext';
  const html = await text(await addPage({ visibility: 'public', content }));
  const items =
    '<li class="depth-0"><a href="#one">One</a></li>\n<li class="depth-1"><a href="#two--more">Two &amp; more</a></li>';
  expect(html.split(items)).toHaveLength(3);
  const short = await text(await addPage({ visibility: 'public', content: '# One' }));
  expect(short).not.toContain('On this page');
});

describe('links', () => {
  test('are as many as a page has', async () => {
    const open = await addPage({ visibility: 'public' });
    const link = (id: string) => `[a](/p/${id})`;
    const others = Array.from({ length: 4000 }, () => link(randomUUID()));
    const html = await text(
      await addPage({ visibility: 'public', content: [...others, link(open)].join('\n\n') }),
    );
    expect(html.match(/href="\/p\/[^"]*"/g)).toEqual([`href="/p/${open}"`]);
  });

  test('lead to public pages only, and no id of another page leaves', async () => {
    const open = await addPage({ visibility: 'public' });
    const closed = await addPage({ visibility: 'workspace' });
    const site = server().config.siteUrl;
    const html = await text(
      await addPage({
        visibility: 'public',
        content: [
          `[one](/dashboard/pages/${open}#part) [two](${site}/dashboard/pages/${open}) [three](/p/${open.toUpperCase()})`,
          `[four](/dashboard/pages/${closed}) [five](${site}/p/${closed}) [six](/dashboard/pages/${randomUUID()})`,
        ].join('\n'),
      }),
    );
    expect(html).toContain(`<a href="/p/${open}#part">one</a>`);
    expect(html).toContain(`<a href="/p/${open}">two</a>`);
    expect(html).toContain(`<a href="/p/${open}">three</a>`);
    expect(html).not.toContain(closed);
    expect(html).toMatch(/four\s+five\s+six/);
  });

  test('to other sites send no referrer', async () => {
    const html = await text(
      await addPage({ visibility: 'public', content: '<https://example.com/?a=1&b=2>' }),
    );
    expect(html).toContain(
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow ugc">',
    );
  });
});

test('a page looks as in the product, and as it looks now', async () => {
  const id = await addPage({ name: 'Plan', visibility: 'public', icon: '🚀', cover: 'dawn' });
  const html = await text(id);
  expect(html).toContain('<title dir="auto">🚀 Plan · Trellis</title>');
  expect(html).toContain('<body class="cover dawn">');
  expect(html).toContain('<p class="icon" aria-hidden="true">🚀</p>\n<h1 dir="auto">Plan</h1>');
  // No new version, for which the document is kept.
  await change(id, { icon: 'rocket/blue', cover: null, is_full_width: true, has_small_text: true });
  const later = await text(id);
  expect(later).toContain('<title dir="auto">Plan · Trellis</title>');
  expect(later).toContain('<body class="wide small">');
  expect(later).toMatch(/<p class="icon blue"><svg viewBox="0 0 24 24" aria-hidden="true"><path /);
});

test('hostile text stays text', async () => {
  const html = await text(
    await addPage({
      visibility: 'public',
      description: '"><script>alert(1)</script>',
      content: [
        '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://evil.example"></iframe>',
        '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](vbscript:x) [e](//evil.example)',
        '[f](&#106;avascript:alert(1)) [g](https://ok.example/"onmouseover="alert(1)) <javascript:alert(1)>',
        '![h](https://evil.example/pixel.gif) ![i](javascript:alert(1)) ![j](data:image/svg+xml,x)',
        '[![k](https://evil.example/k.png)](https://ok.example/k)',
        '```"><script>\nalert(2)\n```',
        '# <img src=x onerror=alert(1)>" onclick="x',
      ].join('\n\n'),
    }),
  );
  expect(html).not.toMatch(/<(script|img|iframe|object|embed)/i);
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  for (const href of hrefs) expect(href).toMatch(/^(https?:\/\/|\/p\/|#|\/fonts\/inter\.woff2$)/);
  const tags = [...html.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag);
  for (const tag of tags) expect(tag).not.toMatch(/\son[a-z]+=|\ssrc=/i);
  expect(html).toContain(
    '<a class="image" href="https://evil.example/pixel.gif" rel="noopener noreferrer nofollow ugc">h</a>',
  );
});

describe('a long page', () => {
  test('is shown as it was written', async () => {
    const content = 'Some **words**.\n\n'.repeat(20_000);
    const html = await text(await addPage({ visibility: 'public', content }));
    const [, shown] = /<pre>(.*?)<\/pre>/s.exec(html) ?? [];
    expect(shown?.replaceAll(/<[^>]*>/g, '')).toBe(content);
  });

  test.each(['[', '*a_', '* * * * * a\n', '|a|b|\n|-|-|\n', '> '])(
    'made of %j does not take the server down',
    async (piece) => {
      const content = piece.repeat(256 * 1024).slice(0, 256 * 1024);
      const hostile = await addPage({ visibility: 'public', content });
      expect([200, 504, 546]).toContain((await read(hostile)).status);
      expect((await read(await addPage({ visibility: 'public' }))).status).toBe(200);
    },
  );
});
