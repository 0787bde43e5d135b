/** Two editors of one page, each with its session, as they hear each other or come back. */

import type { StateCommand } from '@codemirror/state';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModelBrowser } from '../../document/model/model-browser.ts';
import { ModelLine } from '../../document/model/model-line.ts';
import { ModelServer } from '../../document/model/model-server.ts';
import type { ModelTab } from '../../document/model/model-tab.ts';
import { Queues } from '../../document/model/queues.ts';
import { settled } from '../../document/model/world.ts';
import { moveBlocksDown, moveBlocksUp } from '../blocks/moving/move-commands.ts';
import { undo } from '../commands/undo/undo-history.ts';
import { PageWithoutWindow } from '../corpus/page-without-window.ts';
import { sortBy } from '../kinds/table/writing/table-commands.ts';
// Otherwise the first that needs it would wait for it.
import '../../document/together/branches.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

class Editor {
  readonly page: PageWithoutWindow;
  readonly tab: ModelTab;

  constructor(tab: ModelTab) {
    this.tab = tab;
    this.page = new PageWithoutWindow(tab.content);
  }

  get shown(): string {
    const { doc, selection } = this.page.state;
    return `${doc.sliceString(0, selection.main.head)}‸${doc.sliceString(selection.main.head)}`;
  }

  /** The caret stands after these words. */
  goTo(words: string): this {
    const at = this.page.state.doc.toString().indexOf(words) + words.length;
    this.page.dispatch({ selection: { anchor: at } });
    return this;
  }

  run(command: StateCommand): void {
    expect(this.page.run((view) => command(view))).toBe(true);
  }

  type(words: string): void {
    for (const letter of words)
      this.page.dispatch(
        this.page.state.update({ ...this.page.state.replaceSelection(letter), userEvent: 'input.type' }),
      );
  }
}

async function openTwo(content: string, areApart: boolean) {
  const queues = new Queues();
  const server = new ModelServer(queues);
  const line = new ModelLine(queues, server);
  server.change({ content });
  const tabs = [0, 1].map(() => new ModelBrowser(queues, server, line).open()) as [ModelTab, ModelTab];
  const run = async () => {
    for (let steps = 0; steps < 400 && !queues.isEmpty; steps++) {
      queues.step(steps);
      await settled();
    }
  };
  const rest = async () => {
    for (let round = 0; round < 5; round++) {
      await run();
      vi.advanceTimersByTime(10_000);
      await settled();
    }
  };
  await rest();
  const [ada, grace] = tabs.map((tab) => new Editor(tab)) as [Editor, Editor];
  grace.tab.browser.isApart = areApart;
  if (areApart) line.lose(grace.tab);
  /** Both hear each other's letters, if they can. */
  const hear = async () => {
    if (!areApart) await run();
  };
  const meet = async () => {
    grace.tab.browser.isApart = false;
    if (areApart) line.restore(grace.tab);
    for (const { tab } of [ada, grace]) tab.events?.onReturn();
    await rest();
    for (const { tab, page } of [ada, grace]) {
      expect(page.state.doc.toString()).toBe(server.page.content);
      expect(tab.session.getSnapshot().status).toBe('saved');
    }
    return server.page.content;
  };
  return { ada, grace, hear, meet };
}

const APART = [
  ['who hear each other', false],
  ['of whom one has no connection', true],
] as const;

test.each(APART)('two %s move the same item: it is there once', async (_, areApart) => {
  const items = ['- one', '- two', '- six', '- ten', ''];
  const { ada, grace, meet } = await openTwo(items.join('\n'), areApart);
  ada.goTo('two').run(moveBlocksUp);
  grace.goTo('two').run(moveBlocksDown);
  grace.type('!');
  const lines = (await meet()).split('\n');
  expect(lines.toSorted()).toEqual(items.with(1, '- two!').toSorted());
  expect(lines.at(-1)).toBe('');
  expect(grace.shown).toContain('- two!‸\n');
});

test.each(APART)('of two %s one moves the paragraph that the other one writes', async (_, areApart) => {
  const { ada, grace, hear, meet } = await openTwo('one\n\ntwo\n\nsix\n', areApart);
  grace.goTo('two').type(' wo');
  ada.goTo('six').run(moveBlocksUp);
  grace.type('r');
  await hear();
  grace.type('d');
  ada.goTo('one').run(moveBlocksDown);
  await hear();
  grace.type('s');
  expect(await meet()).toBe('six\n\none\n\ntwo words\n');
  expect(grace.shown).toBe('six\n\none\n\ntwo words‸\n');
  ada.page.run((view) => undo(view));
  ada.page.run((view) => undo(view));
  expect(await meet()).toBe('one\n\ntwo words\n\nsix\n');
  expect(grace.shown).toBe('one\n\ntwo words‸\n\nsix\n');
});

test.each(APART)('of two %s one sorts the table in which the other one writes', async (_, areApart) => {
  const rows = ['pear', 'fig', 'plum', 'apple'].map((fruit, at) => `| ${fruit} | ${at} |\n`);
  const head = '| Fruit | Number |\n| --- | --- |\n';
  const { ada, grace, hear, meet } = await openTwo(`${head}${rows.join('')}`, areApart);
  grace.goTo('fig').type('s');
  ada.goTo('pear').run(sortBy('ascending'));
  grace.type(', r');
  await hear();
  grace.type('ipe');
  const sorted = ['apple | 3', 'figs, ripe | 1', 'pear | 0', 'plum | 2'].map((row) => `| ${row} |\n`);
  expect(await meet()).toBe(`${head}${sorted.join('')}`);
  expect(grace.shown).toContain('figs, ripe‸');
});

test.each(APART)('two %s tick the same task: it is ticked, and no words', async (_, areApart) => {
  const { ada, grace, hear, meet } = await openTwo('1. > - [ ] one\n- [ ] two\n', areApart);
  const tick = (editor: Editor, task: string, mark: string) => {
    const at = editor.page.state.doc.toString().indexOf(`] ${task}`);
    editor.page.dispatch({ changes: { from: at - 1, to: at, insert: mark } });
  };
  for (const editor of [ada, grace]) {
    tick(editor, 'one', 'x');
    tick(editor, 'two', 'x');
  }
  expect(await meet()).toBe('1. > - [x] one\n- [x] two\n');
  tick(ada, 'two', ' ');
  await hear();
  tick(grace, 'one', ' ');
  expect(await meet()).toBe('1. > - [ ] one\n- [ ] two\n');
});

test('who writes a second mark behind another’s sees it stay', async () => {
  const { ada, grace, hear, meet } = await openTwo('- [x] one\n', false);
  grace.goTo('[x').type('x');
  await hear();
  ada.goTo('one').type('!');
  expect(await meet()).toBe('- [xx] one!\n');
});
