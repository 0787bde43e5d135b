/**
 * The tree on the screen while changes, answers and reads cross each other in any order. The server refuses,
 * loses requests and answers, and somebody else uses it, too.
 */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pendingChanges, shownAtOnce } from '../../../lib/queries/pending-changes.ts';
import type { TreePage } from './page-forest.ts';
import { addPage, changePage, copyPage, movePage, removePage } from './tree-changes.ts';

type Pages = readonly TreePage[];
type Fate = 'accepted' | 'refused' | 'request-lost' | 'answer-lost';
type Kind = 'rename' | 'move' | 'settings' | 'archive' | 'duplicate' | 'create';

interface Edit {
  readonly kind: Kind;
  /** Choose the page on the screen, and another one. */
  readonly page: number;
  readonly other: number;
}

type Step =
  | { readonly step: 'change'; readonly edit: Edit; readonly fate: Fate }
  | { readonly step: 'somebody-else'; readonly edit: Edit }
  | { readonly step: 'read' }
  | { readonly step: 'network'; readonly which: number };

interface Change {
  readonly pageId: string;
  readonly apply: (pages: Pages) => Pages;
  /** Whether a list shows it, whatever else happened to the page. */
  readonly isShown: (pages: Pages) => boolean;
}

const QUERY = ['tree'];
const ROOTS: Pages = Array.from({ length: 4 }, (_, at) =>
  page(`page-${at}`, at % 2 ? `page-${at - 1}` : null),
);

function page(id: string, parent_id: string | null): TreePage {
  return {
    id,
    parent_id,
    name: id,
    order_index: 1,
    created_at: '',
    visibility: 'workspace',
    notion_page_id: null,
  };
}

function changeOf({ kind, page: at, other }: Edit, pages: Pages, number: number): Change {
  const find = (list: Pages, id: string) => list.find((one) => one.id === id);
  const pageId = pages[at % Math.max(pages.length, 1)]?.id ?? 'gone';
  const otherId = pages[other % Math.max(pages.length, 1)]?.id ?? null;
  const unless = (shows: (found: TreePage) => boolean) => (list: Pages) => {
    const found = find(list, pageId);
    return !found || shows(found);
  };
  const newId = `new-${number}`;
  switch (kind) {
    case 'rename': {
      const name = `Name ${number}`;
      return {
        pageId,
        apply: (list) => changePage(list, pageId, { name }),
        isShown: unless((found) => found.name === name),
      };
    }
    case 'settings': {
      const notion_page_id = `notion-${number}`;
      return {
        pageId,
        apply: (list) => changePage(list, pageId, { notion_page_id }),
        isShown: unless((found) => found.notion_page_id === notion_page_id),
      };
    }
    case 'move': {
      const place = { parent_id: otherId, order_index: number };
      const apply = (list: Pages) => movePage(list, pageId, place);
      // A move that would now make a circle is not shown.
      return { pageId, apply, isShown: (list) => apply(list) === list };
    }
    case 'archive':
      return { pageId, apply: (list) => removePage(list, pageId), isShown: (list) => !find(list, pageId) };
    case 'duplicate':
      return {
        pageId: newId,
        apply: (list) => copyPage(list, pageId, newId),
        isShown: (list) => !find(list, pageId) || find(list, newId) !== undefined,
      };
    case 'create':
      return {
        pageId: newId,
        apply: (list) => addPage(list, page(newId, otherId)),
        isShown: (list) => find(list, newId) !== undefined,
      };
  }
}

/** A change of this person's, as the screen knows it. */
interface Made {
  readonly change: Change;
  readonly kind: Kind;
  state: 'sent' | 'accepted' | 'failed';
  /** How many reads had begun when its answer came. */
  readsBefore: number;
}

class World {
  server: Pages = ROOTS;
  /** The changes that reached the server, in that order. */
  readonly arrived: number[] = [];
  readonly made: Made[] = [];
  readonly #queryClient = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  readonly #changes = pendingChanges<TreePage>(this.#queryClient, QUERY);
  /** Messages under way, in either direction. */
  readonly #network: (() => void)[] = [];
  readonly #stop: () => void;
  #readsBegun = 0;

  constructor() {
    this.#queryClient.setQueryData(QUERY, ROOTS);
    const queryFn = () => this.#changes.read(() => this.#read());
    const options = { queryKey: QUERY, queryFn, staleTime: Number.POSITIVE_INFINITY, retry: false };
    this.#stop = new QueryObserver<Pages>(this.#queryClient, options).subscribe(() => undefined);
  }

  get shown(): Pages {
    return this.#changes.over(this.#queryClient.getQueryData<Pages>(QUERY) ?? []);
  }

  get isQuiet(): boolean {
    return this.#network.length === 0 && this.#changes.getPending().length === 0;
  }

  take(step: Step): void {
    const number = this.made.length;
    if (step.step === 'read') void this.#queryClient.invalidateQueries({ queryKey: QUERY });
    else if (step.step === 'network')
      this.#network.splice(step.which % Math.max(this.#network.length, 1), 1)[0]?.();
    else if (step.step === 'somebody-else')
      this.server = changeOf(step.edit, this.server, 1000 + step.edit.page).apply(this.server);
    else if (step.edit.kind === 'create') this.#create(step, number);
    else this.#change(step, number);
  }

  close(): void {
    this.#stop();
    this.#queryClient.clear();
  }

  #change({ edit, fate }: Extract<Step, { step: 'change' }>, number: number): void {
    const change = changeOf(edit, this.shown, number);
    const made = this.#remember(change, edit.kind);
    const shown = shownAtOnce<TreePage, Change>(this.#queryClient, QUERY, (pages, { apply }) => apply(pages));
    const mutation = this.#queryClient.getMutationCache().build(this.#queryClient, {
      ...shown,
      mutationKey: ['tree'],
      scope: { id: 'tree' },
      mutationFn: (one: Change) => this.#send(one, number, fate),
      onSettled: (_answer, error) => {
        this.#answered(made, error === null);
        if (this.#queryClient.isMutating({ mutationKey: ['tree'] }) <= 1)
          void this.#queryClient.invalidateQueries({ queryKey: QUERY });
      },
    });
    mutation.execute(change).catch(() => undefined);
  }

  /** Shown only once answered: a page has no place before. */
  #create({ edit, fate }: Extract<Step, { step: 'change' }>, number: number): void {
    const change = changeOf(edit, this.shown, number);
    const made = this.#remember(change, edit.kind);
    made.state = 'failed';
    this.#send(change, undefined, fate).then(
      () => {
        this.#changes.accept(change.apply);
        this.#answered(made, true);
      },
      () => undefined,
    );
  }

  #remember(change: Change, kind: Kind): Made {
    const made: Made = { change, kind, state: 'sent', readsBefore: 0 };
    this.made.push(made);
    return made;
  }

  #answered(made: Made, isAccepted: boolean): void {
    made.state = isAccepted ? 'accepted' : 'failed';
    made.readsBefore = this.#readsBegun;
  }

  #send(change: Change, number: number | undefined, fate: Fate): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#network.push(() => {
      if (fate === 'request-lost') return reject(new Error('lost'));
      if (number !== undefined) this.arrived.push(number);
      if (fate !== 'refused') this.server = change.apply(this.server);
      this.#network.push(() => (fate === 'accepted' ? resolve() : reject(new Error(fate))));
    });
    return promise;
  }

  #read(): Promise<Pages> {
    const { promise, resolve } = Promise.withResolvers<Pages>();
    const number = ++this.#readsBegun;
    this.#network.push(() => {
      const rows = this.server;
      this.#network.push(() => {
        resolve(rows);
        // A later read has taken its place.
        if (number < this.#readsBegun) return;
        for (const made of this.made)
          if (made.state === 'accepted' && made.readsBefore < number) made.state = 'failed';
      });
    });
    return promise;
  }
}

/** Which changes of another page may hide one: they remove a page above it, or turn its place into a circle. */
const HIDDEN_BY: Partial<Record<Kind, readonly Kind[]>> = {
  create: ['archive'],
  duplicate: ['archive'],
  move: ['archive', 'move'],
};

/** A page's last change is on the screen from its start until a read that began after its answer. */
function expectChangesShown({ made, shown }: World): void {
  made.forEach((one, at) => {
    if (one.state === 'failed') return;
    // A new page's answer may come after those of its later changes: the next read heals that.
    const isChangedAgain = made.some(
      ({ change, kind }, i) =>
        change.pageId === one.change.pageId && (i > at || (i < at && kind === 'create')),
    );
    const isHidden = made.some((other) => other !== one && HIDDEN_BY[one.kind]?.includes(other.kind));
    if (!isChangedAgain && !isHidden) expect(one.change.isShown(shown)).toBe(true);
  });
}

const edit = fc.record({
  kind: fc.constantFrom<Kind>('rename', 'move', 'settings', 'archive', 'duplicate', 'create'),
  page: fc.nat(9),
  other: fc.nat(9),
});
const fate = fc.constantFrom<Fate>('accepted', 'accepted', 'refused', 'request-lost', 'answer-lost');
const network = fc.record({ step: fc.constant('network' as const), which: fc.nat(9) });
const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant('change' as const), edit, fate }),
    fc.record({ step: fc.constant('somebody-else' as const), edit }),
    fc.record({ step: fc.constant('read' as const) }),
    network,
    network,
    network,
  ),
  // Crossings of three need some length.
  { maxLength: 30, size: 'max' },
);

test('a change stays on the screen until it is refused or read, beside any others', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const world = new World();
      for (const step of taken) {
        world.take(step);
        await settled();
        expectChangesShown(world);
      }
      for (let left = 500; !world.isQuiet && left > 0; left--) {
        world.take({ step: 'network', which: 0 });
        await settled();
        expectChangesShown(world);
      }
      world.take({ step: 'read' });
      for (let left = 2; left > 0; left--) {
        world.take({ step: 'network', which: 0 });
        await settled();
      }
      expect(world.isQuiet).toBe(true);
      expect(world.shown).toEqual(world.server);
      expect(world.arrived).toEqual(world.arrived.toSorted((a, b) => a - b));
      world.close();
    }),
    { numRuns: 500 },
  );
});

/** Resolves after everything that needs no network. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
