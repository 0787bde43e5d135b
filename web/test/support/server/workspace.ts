/**
 * A person in a workspace of their own with pages, as the server answers about them. A test adds refusals and
 * failures itself: `server().say(…)`.
 */
import { toBase64 } from 'lib0/buffer';
import * as Y from 'yjs';
import type { Json, Tables } from '../../../src/lib/database.types.generated.ts';
import { changedLook } from '../../../src/lib/page/page-look.ts';
import { type Answerer, type Asked, json, noContent } from './answers.ts';
import { answerRows, matching } from './rows.ts';
import { server } from './server.ts';
import { keepSession, newSession, type Person, person } from './session.ts';

type PageRow = Tables<'pages'>;

const STARTED = '2026-01-01T00:00:00+00:00';

const NOTHING_MORE = { with_subpages: false, is_indexed: false };

/** As the database's function `look` says it. */
function withLook(page: PageRow): PageRow {
  const { icon, cover, is_full_width, has_small_text, is_locked } = page;
  return {
    ...page,
    look: changedLook(null, { icon, cover, is_full_width, has_small_text, is_locked }) as Json,
  };
}

export class Workspace {
  readonly id = crypto.randomUUID();
  readonly owner: Person;
  readonly profile: Tables<'user_profiles'>;
  /** The facts that the account remembers beside the name. */
  readonly metadata: Record<string, unknown> = {};
  role: 'owner' | 'member' = 'owner';
  name: string;
  pages: PageRow[] = [];
  favorites: Tables<'page_favorites'>[] = [];
  shares: Tables<'page_shares'>[] = [];
  templates: Tables<'templates'>[] = [];
  origins: Tables<'page_origins'>[] = [];
  #versions = 0;
  readonly #documents = new Map<string, Document>();
  /** By their epochs. */
  readonly #formers = new Map<string, Document>();

  constructor(owner: Person) {
    this.owner = owner;
    this.profile = profileOf(owner);
    this.name = `${owner.fullName}'s Workspace`;
  }

  /** @returns its id */
  addPage(page: Partial<PageRow>): string {
    const id = page.id ?? crypto.randomUUID();
    this.pages.push({
      id,
      name: 'Untitled',
      description: '',
      content: '',
      content_type: 'markdown',
      organization_id: this.id,
      parent_id: null,
      order_index: this.pages.length + 1,
      visibility: 'workspace',
      private_to: null,
      is_archived: false,
      archived_at: null,
      archived_by: null,
      archived_with: null,
      created_at: STARTED,
      created_by: this.owner.id,
      updated_at: this.#nextVersion(),
      updated_by: this.owner.id,
      notion_direction: 'both',
      notion_last_sync: null,
      notion_page_id: null,
      notion_url: null,
      icon: null,
      cover: null,
      is_full_width: false,
      has_small_text: false,
      is_locked: false,
      look: null,
      ...page,
    });
    return id;
  }

  addTemplate(template: Partial<Tables<'templates'>>): string {
    const id = crypto.randomUUID();
    this.templates.push({
      id,
      organization_id: this.id,
      name: 'Template',
      description: null,
      content: '',
      icon: null,
      order_index: this.templates.length + 1,
      created_by: this.owner.id,
      created_at: STARTED,
      updated_at: this.#nextVersion(),
      ...template,
    });
    return id;
  }

  pageNamed(name: string): PageRow {
    const found = this.pages.find((page) => page.name === name);
    if (!found) throw new Error(`No page is named ${name}`);
    return found;
  }

  /** The channel on which the page's writers meet. */
  channelOf(page: PageRow): string {
    return this.#documentOf(page).channel;
  }

  /** The page's document begins anew, with the texts of the page. */
  beginAnew(page: PageRow): void {
    const former = this.#documentOf(page);
    this.#formers.set(former.epoch, former);
    this.#documents.delete(page.id);
  }

  readonly answer: Answerer = (asked) => {
    const answer = this.#answers[`${asked.method} ${asked.path}`];
    return answer?.(asked);
  };

  readonly #answers: Readonly<Record<string, (asked: Asked) => Response>> = {
    'GET /rest/v1/organization_members': (asked) => this.#members(asked),
    'GET /rest/v1/organizations': () => json([{ id: this.id, name: this.name }]),
    'PATCH /rest/v1/organizations': ({ body }) => {
      this.name = (body as { name: string }).name;
      return json([{ id: this.id }]);
    },
    'GET /rest/v1/user_profiles': (asked) => answerRows(matching([this.profile], asked), asked),
    'PATCH /rest/v1/user_profiles': (asked) => {
      Object.assign(this.profile, asked.body);
      return answerRows([this.profile], asked);
    },
    'GET /rest/v1/pages': (asked) =>
      asked.query.get('select')?.includes('creator:')
        ? this.#byline(asked)
        : answerRows(matching(this.pages, asked).map(withLook), asked),
    'POST /rest/v1/pages': (asked) => {
      if (Array.isArray(asked.body)) return this.#insertOnce(asked.body);
      const id = this.addPage(asked.body as Partial<PageRow>);
      return answerRows(this.pages.filter((page) => page.id === id).map(withLook), asked);
    },
    'PATCH /rest/v1/pages': (asked) => {
      const changed = matching(this.pages, asked).map(({ id }) => id);
      this.pages = this.pages.map((page) =>
        changed.includes(page.id)
          ? { ...page, ...(asked.body as Partial<PageRow>), updated_at: this.#nextVersion() }
          : page,
      );
      return json(changed.map((id) => ({ id })));
    },
    'GET /rest/v1/page_favorites': (asked) => answerRows(matching(this.favorites, asked), asked),
    'POST /rest/v1/page_favorites': ({ body }) => {
      const { page_id, user_id } = body as Tables<'page_favorites'>;
      this.favorites.push({ page_id, user_id, created_at: this.#nextVersion() });
      return noContent();
    },
    'DELETE /rest/v1/page_favorites': (asked) => {
      const gone = matching(this.favorites, asked);
      this.favorites = this.favorites.filter((favorite) => !gone.includes(favorite));
      return noContent();
    },
    'GET /rest/v1/page_shares': (asked) => answerRows(matching(this.shares, asked), asked),
    'POST /rest/v1/page_shares': ({ body }) => {
      const share = body as Tables<'page_shares'>;
      const known = this.shares.find(({ page_id }) => page_id === share.page_id);
      if (known) Object.assign(known, share);
      else this.shares.push({ ...NOTHING_MORE, ...share });
      return noContent();
    },
    'GET /rest/v1/templates': (asked) => answerRows(matching(this.templates, asked), asked),
    'POST /rest/v1/templates': (asked) => {
      const id = this.addTemplate(asked.body as Partial<Tables<'templates'>>);
      return answerRows(
        this.templates.filter((template) => template.id === id),
        asked,
      );
    },
    'PATCH /rest/v1/templates': (asked) => {
      const changed = matching(this.templates, asked);
      for (const template of changed)
        Object.assign(template, asked.body, { updated_at: this.#nextVersion() });
      return answerRows(changed, asked);
    },
    'DELETE /rest/v1/templates': (asked) => {
      const gone = matching(this.templates, asked);
      this.templates = this.templates.filter((template) => !gone.includes(template));
      return answerRows(gone, asked);
    },
    'GET /rest/v1/organization_invitations': () => json([]),
    'POST /rest/v1/rpc/pages_linking_to': () => json([]),
    'POST /rest/v1/rpc/pages_also_named': () => json([]),
    'GET /rest/v1/page_origins': (asked) => answerRows(matching(this.origins, asked), asked),
    'POST /rest/v1/page_origins': ({ body }) => {
      this.origins.push(...(body as Tables<'page_origins'>[]));
      return noContent();
    },
    // Asked as soon as the pointer comes near the button for it.
    'GET /functions/v1/invitations/mail': () => json({ data: { isMailed: false } }),
    'PUT /auth/v1/user': ({ body }) => {
      Object.assign(this.metadata, (body as { data?: object }).data);
      return json(newSession(this.owner, { metadata: this.metadata }).user);
    },
    'GET /auth/v1/settings': () => json({ mailer_autoconfirm: true }),
    'GET /rest/v1/page_activity': () => json([]),
    'POST /rest/v1/rpc/list_trash_bytes': () => json([]),
    'POST /rest/v1/rpc/workspace_file_bytes': () => json({ used: 5_000_000, most: 10 * 1024 ** 3 }),
    'POST /rest/v1/rpc/search_files': () => json([]),
    'POST /rest/v1/rpc/list_page_changes': () => json({ pages: [], gone: [] }),
    'POST /rest/v1/rpc/expect_unlocked': ({ body }) => {
      const asked = this.pages.find(({ id }) => id === (body as { page_id: string }).page_id);
      return asked?.is_locked ? json({ code: 'TR052', message: 'This page is locked' }, 400) : json(null);
    },
    'POST /rest/v1/rpc/open_page_document': ({ body }) => this.#open(body as Open),
    'POST /rest/v1/rpc/open_former_document': ({ body }) => {
      const former = this.#formers.get((body as { epoch: string }).epoch);
      return json(former ? [{ state: toBase64(former.state), updates: former.updates }] : []);
    },
    'POST /rest/v1/rpc/save_page_document': ({ body }) => this.#save(body as Save),
    'POST /rest/v1/rpc/compact_page_document': () => json(false),
  };

  /** Who made a page and wrote it last: here that is its owner. */
  #byline(asked: Asked): Response {
    return json(
      matching(this.pages, asked).map(({ created_at, updated_at }) => ({
        created_at,
        updated_at,
        creator: this.profile,
        editor: this.profile,
      })),
    );
  }

  /** Pages of a request whose answer was lost are there already. */
  #insertOnce(pages: readonly Partial<PageRow>[]): Response {
    for (const page of pages) if (!this.pages.some(({ id }) => id === page.id)) this.addPage(page);
    return new Response(null, { status: 201 });
  }

  #members({ query }: Asked): Response {
    const { id, name, owner, role } = this;
    const membership = { id, user_id: owner.id, role, status: 'active', joined_at: STARTED };
    if (query.has('organization_id')) return json([{ ...membership, user_profiles: this.profile }]);
    const counted = [{ user_id: owner.id, status: 'active' }];
    const organization = { id, name, slug: 'workspace', status: 'active', created_at: STARTED };
    return json([{ role, organizations: { ...organization, organization_members: counted } }]);
  }

  #open({ page_id, known_epoch, known_number = 0 }: Open): Response {
    const page = this.#openPage(page_id);
    if (!page) return json([]);
    const document = this.#documentOf(page);
    const { epoch, state, updates, textsVersion } = document;
    const isInStep = textsVersion === page.updated_at;
    const isKnown = known_epoch === epoch && isInStep;
    const { name, description, content } = page;
    const texts = isInStep
      ? { name: null, description: null, content: null }
      : { name, description, content };
    return json([
      {
        ...logStateOf(document, page),
        ...texts,
        look: withLook(page).look,
        state: isKnown ? null : toBase64(state),
        state_number: 0,
        updates: numbered(updates).filter(({ number }) => !isKnown || number > known_number),
      },
    ]);
  }

  /** Takes every update, and the texts with it when the browser has seen all the others. */
  #save({ page_id, epoch, seen, based_on, update, texts, adopts }: Save): Response {
    const page = this.#openPage(page_id);
    if (!page) return json([]);
    const document = this.#documentOf(page);
    const { updates } = document;
    const isNewest = seen === updates.length && based_on === page.updated_at;
    const isInStep = document.textsVersion === page.updated_at;
    const isTaken = epoch === document.epoch && (!adopts || (isNewest && !isInStep));
    const isWritten = isTaken && isNewest && (adopts || isInStep);
    const missed = numbered(updates).slice(seen);
    if (isTaken && update) updates.push(update);
    if (isWritten) {
      if (Object.keys(texts).length > 0) Object.assign(page, texts, { updated_at: this.#nextVersion() });
      Object.assign(document, { textsNumber: updates.length, textsVersion: page.updated_at });
    }
    return json([
      {
        ...logStateOf(document, page),
        is_taken: isTaken,
        is_written: isWritten,
        updates: isTaken ? missed : null,
      },
    ]);
  }

  #openPage(pageId: string): PageRow | undefined {
    return this.pages.find(({ id, is_archived }) => id === pageId && !is_archived);
  }

  #documentOf({ id, name, description, content, updated_at }: PageRow): Document {
    const kept = this.#documents.get(id);
    if (kept) return kept;
    const genesis = new Y.Doc();
    for (const [field, text] of Object.entries({ name, description, content }))
      genesis.getText(field).insert(0, text ?? '');
    const begun = {
      epoch: crypto.randomUUID(),
      channel: crypto.randomUUID(),
      state: Y.encodeStateAsUpdate(genesis),
      updates: [],
      textsNumber: 0,
      textsVersion: updated_at,
    };
    this.#documents.set(id, begun);
    return begun;
  }

  #nextVersion(): string {
    this.#versions += 1;
    return new Date(Date.parse(STARTED) + this.#versions).toISOString();
  }
}

interface Document {
  readonly epoch: string;
  readonly channel: string;
  readonly state: Uint8Array;
  /** In base64. */
  readonly updates: string[];
  textsNumber: number;
  textsVersion: string;
}

interface Open {
  readonly page_id: string;
  readonly known_epoch?: string;
  readonly known_number?: number;
}

interface Save {
  readonly page_id: string;
  readonly epoch: string;
  readonly seen: number;
  readonly based_on: string;
  readonly update?: string;
  readonly texts: Partial<Pick<PageRow, 'name' | 'description' | 'content'>>;
  readonly adopts: boolean;
}

function numbered(updates: readonly string[]) {
  return updates.map((update, index) => ({ number: index + 1, id: `update ${index + 1}`, update }));
}

function logStateOf({ epoch, channel, updates, textsNumber, textsVersion }: Document, page: PageRow) {
  return {
    epoch,
    channel,
    number: updates.length,
    head: numbered(updates).at(-1)?.id ?? epoch,
    texts_number: textsNumber,
    texts_version: textsVersion,
    version: page.updated_at,
  };
}

function profileOf({ id, fullName, email }: Person): Tables<'user_profiles'> {
  return {
    id,
    full_name: fullName,
    email,
    display_name: null,
    avatar: null,
    created_at: STARTED,
    updated_at: STARTED,
  };
}

/** Somebody is signed in in this browser, and has these pages. */
export function signedIn({
  fullName = 'Ada Lovelace',
  pages = [],
}: {
  readonly fullName?: string;
  readonly pages?: readonly Partial<PageRow>[];
} = {}): Workspace {
  const workspace = new Workspace(person(fullName));
  for (const page of pages) workspace.addPage(page);
  keepSession(newSession(workspace.owner));
  server().say(workspace.answer);
  return workspace;
}
