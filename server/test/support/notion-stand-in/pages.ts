/** The stand-in's requests about pages: search, a page and its Markdown, and its blocks. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { apiError } from './api-errors.ts';
import type { NotionBlock, NotionPage, NotionPages } from './notion-pages.ts';

const MARKDOWN_VERSION = '2026-03-11';
// Notion refuses emojis that are newer than its own.
const KNOWN_EMOJI = /^(?!🫩)\p{Extended_Pictographic}/u;

const update = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('update_content'),
    update_content: z.strictObject({
      content_updates: z.array(z.strictObject({ old_str: z.string().min(1), new_str: z.string() })).max(100),
    }),
  }),
  z.strictObject({
    type: z.literal('replace_content'),
    replace_content: z.strictObject({ new_str: z.string() }),
  }),
]);

export function createPages(pages: NotionPages): Hono {
  const app = new Hono();

  app.post('/search', async (context) => {
    const { query = '', start_cursor, page_size } = await context.req.json<Paging & { query?: string }>();
    return context.json(list(pages, pages.search(query).map(pageObject), start_cursor, page_size));
  });

  app.get('/pages/:id', (context) => {
    const page = pages.find(context.req.param('id'));
    return page ? context.json(pageObject(page)) : notFound(context.req.param('id'));
  });

  app.patch('/pages/:id', async (context) => {
    const page = pages.find(context.req.param('id'));
    if (!page) return notFound(context.req.param('id'));
    const { properties, icon } = await context.req.json<{
      properties?: { title?: { title: { text: { content: string } }[] } };
      icon?: { readonly type: string; readonly emoji?: string } | null;
    }>();
    const title = properties?.title?.title.map(({ text }) => text.content).join('');
    if (title === undefined && icon === undefined)
      return apiError(400, 'validation_error', 'body.properties should be defined.');
    if (icon && !(icon.type === 'emoji' && icon.emoji && KNOWN_EMOJI.test(icon.emoji)))
      return apiError(400, 'validation_error', 'body.icon.emoji should be a valid emoji.');
    if (title !== undefined) page.title = title.trim();
    if (icon !== undefined) page.icon = icon;
    page.editedAt = new Date();
    return context.json(pageObject(page));
  });

  app.use('/pages/:id/markdown', async (context, next) =>
    context.req.header('notion-version') === MARKDOWN_VERSION
      ? next()
      : apiError(400, 'invalid_request_url', 'Invalid request URL.'),
  );

  app.get('/pages/:id/markdown', (context) => {
    const page = pages.find(context.req.param('id'));
    return page ? markdownAnswer(context, pages, page) : notFound(context.req.param('id'));
  });

  app.patch('/pages/:id/markdown', async (context) => {
    const page = pages.find(context.req.param('id'));
    if (!page) return notFound(context.req.param('id'));
    const read = update.safeParse(await context.req.json());
    if (!read.success) return apiError(400, 'validation_error', 'body failed validation.');
    const problem =
      read.data.type === 'replace_content'
        ? pages.replace(page, read.data.replace_content.new_str)
        : replaceParts(pages, page, read.data.update_content.content_updates);
    return problem === undefined
      ? markdownAnswer(context, pages, page)
      : apiError(400, 'validation_error', problem);
  });

  app.get('/blocks/:id', (context) => {
    const block = pages.findBlock(context.req.param('id'));
    return block ? context.json(blockObject(pages, block)) : notFound(context.req.param('id'));
  });

  app.get('/blocks/:id/children', (context) => {
    const children = pages.childrenOf(context.req.param('id'));
    if (!children) return notFound(context.req.param('id'));
    const { start_cursor, page_size } = context.req.query();
    const found = children.map((block) => blockObject(pages, block));
    return context.json(list(pages, found, start_cursor, Number(page_size ?? 100)));
  });

  return app;
}

interface Paging {
  readonly start_cursor?: string;
  readonly page_size?: number;
}

function list(pages: NotionPages, all: readonly object[], cursor: string | undefined, size = 100) {
  const start = Number(cursor ?? 0);
  const end = start + Math.min(size, pages.pageSize);
  const has_more = end < all.length;
  return {
    object: 'list',
    results: all.slice(start, end),
    has_more,
    next_cursor: has_more ? String(end) : null,
  };
}

/** Those parts that are there are replaced, as Notion does it. */
function replaceParts(
  pages: NotionPages,
  page: NotionPage,
  parts: readonly { old_str: string; new_str: string }[],
): string | undefined {
  let { markdown } = pages.markdownOf(page);
  for (const { old_str, new_str } of parts) {
    const found = markdown.split(old_str).length - 1;
    if (found !== 1) return `old_str was found ${found} times in the page.`;
    markdown = markdown.replace(old_str, () => new_str);
  }
  return pages.replace(page, markdown);
}

function markdownAnswer(context: Context, pages: NotionPages, page: NotionPage): Response {
  return context.json({ object: 'page_markdown', id: page.id, ...pages.markdownOf(page) });
}

function pageObject({ id, title, icon, parentId, inTrash, editedAt }: NotionPage) {
  const minute = new Date(Math.floor(editedAt.getTime() / 60_000) * 60_000).toISOString();
  return {
    object: 'page',
    id,
    in_trash: inTrash,
    icon,
    url: `https://www.notion.so/${id.replaceAll('-', '')}`,
    created_time: minute,
    last_edited_time: minute,
    parent:
      parentId === undefined
        ? { type: 'workspace', workspace: true }
        : { type: 'page_id', page_id: parentId },
    properties: {
      Name: {
        id: 'title',
        type: 'title',
        title: [{ type: 'text', plain_text: title, text: { content: title } }],
      },
    },
  };
}

function blockObject(pages: NotionPages, { id, type, text }: NotionBlock) {
  const has_children = (pages.childrenOf(id) ?? []).length > 0;
  return { object: 'block', id, type, has_children, [type]: { title: text } };
}

function notFound(id: string): Response {
  return apiError(404, 'object_not_found', `Could not find page with ID: ${id}.`);
}
