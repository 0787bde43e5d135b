/** Every block begun in every place by every way stays where it was begun; what follows stays what it was, and no mark is a word. */
import type { StateCommand } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import type { Content, Element } from '../../../../../markdown/src/read/elements.ts';
import { filesBelow } from '../blocks/insert-block.ts';
import { writeEmbed } from '../kinds/link/popover/embed-link.ts';
import { renderedTree } from '../reading/parts/rendered-tree.ts';
import { SLASH_ITEMS } from '../writing-aids/menus/slash-items.ts';
import { inPlaceOf } from '../writing-aids/menus/slash-menu.ts';
import type { Keyboard } from './keyboard.ts';
import { PASTED_HTML } from './pasted-html.ts';
import { makeKeyboard } from './written-page.ts';

/** ‸ is where the block is begun. */
const PLACES: Readonly<Record<string, string>> = {
  'an empty line': 'one\n\n‸\n\nthree',
  words: 'one\n\ntwo‸\n\nthree',
  'a bullet': '- one\n- two‸\n- three\n\nfour',
  'an empty bullet': '- one\n- ‸\n- three\n\nfour',
  'the last, empty bullet': '- one\n- ‸\n\nfour',
  'a number': '1. one\n2. two‸\n3. three\n\nfour',
  'an empty number': '1. one\n2. ‸\n3. three\n\nfour',
  'a task': '- [ ] one\n- [x] two‸\n- [ ] three\n\nfour',
  'an empty task': '- [ ] one\n- [ ] ‸\n- [ ] three\n\nfour',
  'an inner item': '- one\n  - two‸\n  - three\n- four',
  'an empty inner item': '- one\n  - two\n  - ‸\n- three',
  'an inner task': '1. one\n   - [ ] two‸\n2. three',
  'an item with others in it': '- one‸\n  - two\n- three',
  'an item paragraph': '- one\n\n  two‸\n- three',
  'an item paragraph above an empty line': '- one\n\n  two‸\n\n- three',
  'the last item paragraph': '- one\n\n  two‸\n\nthree',
  'an inner item paragraph': '- one\n  - two\n\n    three‸\n\n  four\n- five',
  'an empty line of an item': '- one\n\n  ‸\n- three',
  'a quote': '> one\n> two‸\n> three\n\nfour',
  'an empty line of a quote': '> one\n>\n> ‸\n>\n> three\n\nfour',
  'a bullet in a quote': '> - one\n> - two‸\n> - three\n\nfour',
  'an empty bullet in a quote': '> - one\n> - ‸\n> - three\n\nfour',
  'a quote in a bullet': '- > one\n  > two‸\n- three',
  'a callout': '> [!NOTE] one\n> two‸\n\nthree',
  'an empty line of a callout': '> [!NOTE] one\n> ‸\n\nthree',
  'a callout title': '> [!NOTE] one‸\n> two\n\nthree',
  'a toggle': '<details>\n<summary>one</summary>\n\ntwo‸\n\n</details>\n\nthree',
  'an empty toggle': '<details>\n<summary>one</summary>\n\n‸\n\n</details>\n\nthree',
  'a bullet in a toggle': '<details>\n<summary>one</summary>\n\n- two‸\n- three\n\n</details>\n\nfour',
  'a toggle in a bullet': '- <details>\n  <summary>one</summary>\n\n  two‸\n\n  </details>\n- three',
  'a toggle title': '<details>\n<summary>one‸</summary>\n\ntwo\n\n</details>\n\nthree',
  'a cell': '| one | two‸ |\n| --- | --- |\n| three | four |\n\nfive',
  'a footnote': 'one[^1]\n\n[^1]: two‸\n\nthree',
};

const ADDRESS = '/files/0a1b2c3d-0000-4000-8000-000000000001/y';

interface Block {
  readonly is: (element: Element) => boolean;
  /** By keys, where there is nothing yet. */
  readonly typed?: readonly string[];
  readonly menu?: string;
  readonly pasted?: string;
  readonly file?: string;
  readonly command?: StateCommand;
  /** Stands outside of lists and quotes. */
  readonly ends?: RegExp;
}

const textOf = (node: Content): string =>
  node.type === 'text' ? node.value : node.children.map(textOf).join(' ');
/** The block around it has words of the page. */
const isTag =
  (...tags: readonly string[]) =>
  (element: Element) =>
    tags.includes(element.tagName) && !/\b(?:one|two|three|four|five)\b/.test(textOf(element));
const ANY = /./;

const BLOCKS: Readonly<Record<string, Block>> = {
  code: { is: isTag('pre'), typed: ['`', '`', '`'], menu: 'Code block', pasted: '```\ny\n\ny\n```' },
  diagram: { is: isTag('pre'), menu: 'Diagram', pasted: '```mermaid\ny\n```' },
  table: {
    is: isTag('table'),
    typed: [...'| y | y |', 'Shift+Enter', ...'| - | - |', 'Shift+Enter', ...'| y | y |'],
    menu: 'Table',
    pasted: '| y | y |\n| --- | --- |\n| y | y |',
  },
  embed: {
    is: isTag('figure'),
    command: writeEmbed('https://youtu.be/dQw4w9WgXcQ'),
    ends: ANY,
  },
  callout: { is: isTag('aside'), typed: [...'> [!NOTE] y'], menu: 'Callout', pasted: '> [!TIP] y\n> y' },
  toggle: {
    is: isTag('details'),
    typed: [...'+++ y y'],
    menu: 'Toggle',
    pasted: '<details>\n<summary>y</summary>\n\ny\n\n</details>',
    ends: /quote|callout|footnote/,
  },
  formula: {
    is: isTag('figure', 'var'),
    typed: ['$', '$', 'Enter', 'y'],
    menu: 'Formula',
    pasted: '$$\ny\ny\n$$',
  },
  picture: {
    is: isTag('img', 'figure'),
    menu: 'Image',
    pasted: '![y](https://a.example/y.png)\n',
    file: `![y](${ADDRESS}.png)`,
  },
  pictures: { is: isTag('div', 'img'), menu: 'Two pictures side by side' },
  file: {
    is: (element) => element.tagName === 'figure' || (element.tagName === 'a' && textOf(element) === 'y.zip'),
    file: `[y.zip](${ADDRESS}.zip)`,
  },
  divider: { is: isTag('hr'), typed: ['-', '-', '-', 'Enter'], menu: 'Divider', pasted: '---\n', ends: ANY },
  contents: { is: isTag('nav'), menu: 'Table of contents', ends: ANY },
  heading: { is: isTag('h2'), typed: [...'## y'], menu: 'Heading 2', pasted: '## y\n', ends: ANY },
  quote: { is: isTag('blockquote'), typed: [...'> y'], pasted: '> y\n> y' },
};

const WAYS: Readonly<Record<string, (keyboard: Keyboard, block: Block, at: number) => boolean>> = {
  typed(keyboard, { typed }, at) {
    const { text } = keyboard.state.doc.lineAt(at);
    if (!typed || /\w/.test(text.replaceAll(/^\W*\d\. |\[x\]/g, ''))) return false;
    for (const key of typed) keyboard.press(key);
    return true;
  },
  menu(keyboard, { menu }, at) {
    const item = SLASH_ITEMS.find(({ name }) => name === menu);
    if (menu === undefined || !item) return false;
    const typed = /^$| $/.test(keyboard.state.doc.lineAt(at).text) ? '/y' : ' /y';
    for (const key of typed) keyboard.press(key);
    const { head } = keyboard.state.selection.main;
    inPlaceOf(head - 2, head, item.run, item.isInline)(keyboard as unknown as EditorView);
    return true;
  },
  pasted(keyboard, { pasted }) {
    if (pasted === undefined) return false;
    keyboard.dispatch(keyboard.state.replaceSelection(pasted), { userEvent: 'input.paste' });
    return true;
  },
  command(keyboard, { command }) {
    return command?.(keyboard as unknown as EditorView) ?? false;
  },
  file(keyboard, { file }, at) {
    if (file === undefined) return false;
    keyboard.dispatch(filesBelow(keyboard.state, at, file));
    return true;
  },
};

/** A page as it is read: a text between containers, whatever paragraphs and lines it has. */
type Outline = readonly (string | readonly [string, Outline])[];

function outlineOf(nodes: readonly Content[], is: (element: Element) => boolean): Outline {
  const found: (string | readonly [string, Outline])[] = [];
  const add = (text: string) => {
    const last = found.at(-1);
    if (text.trim() === '') return;
    if (typeof last === 'string') found[found.length - 1] = `${last} ${text.trim()}`;
    else found.push(text.trim());
  };
  for (const node of nodes) {
    if (node.type === 'text') add(node.value);
    else if (is(node)) found.push(['BLOCK', []]);
    else if (/^(?:p|span|strong|br|input)$/.test(node.tagName)) {
      for (const one of outlineOf(node.children, is)) typeof one === 'string' ? add(one) : found.push(one);
    } else found.push([node.tagName, outlineOf(node.children, is)]);
  }
  return found;
}

function without(outline: Outline): Outline {
  const kept: (string | readonly [string, Outline])[] = [];
  for (const one of outline) {
    if (typeof one !== 'string') {
      if (one[0] !== 'BLOCK') kept.push([one[0], without(one[1])]);
      continue;
    }
    const last = kept.at(-1);
    const text = one.replaceAll(/\s*\bcaret\b\s*/g, ' ').trim();
    if (text === '') continue;
    if (typeof last === 'string') kept[kept.length - 1] = `${last} ${text}`;
    else kept.push(text);
  }
  return kept;
}

/** @returns the containers around what is looked for */
function pathTo(outline: Outline, isIt: (one: Outline[number]) => boolean): readonly string[] | undefined {
  let count = 0;
  for (const one of outline) {
    if (isIt(one)) return [];
    if (typeof one === 'string') continue;
    const inside = pathTo(one[1], isIt);
    if (inside) return [`${one[0]} ${count}`, ...inside];
    count++;
  }
  return undefined;
}

const isBlock = (one: Outline[number]) => typeof one !== 'string' && one[0] === 'BLOCK';

/** Each word with what it is in. */
function wordsOf(outline: Outline, around = ''): string[] {
  return outline.flatMap((one) =>
    typeof one === 'string'
      ? one.split(/\s+/).map((word) => `${around} ${word}`)
      : wordsOf(one[1], `${around} ${one[0]}`),
  );
}

const keyboard = makeKeyboard();

for (const [way, begin] of Object.entries(WAYS))
  for (const [name, block] of Object.entries(BLOCKS))
    test(`${name}, ${way}`, () => {
      const failed: string[] = [];
      for (const [place, page] of Object.entries(PLACES)) {
        const at = page.indexOf('‸');
        keyboard.open(page.replace('‸', ''), at);
        if (!begin(keyboard, block, at)) continue;
        const after = keyboard.state.doc.toString();
        const { head } = keyboard.state.selection.main;
        const nothing = () => false;
        const was = outlineOf(renderedTree(page.replace('‸', ' caret')).children, nothing);
        const is = outlineOf(renderedTree(after).children, block.is);
        const path = pathTo(is, isBlock);
        const wanted = pathTo(was, (one) => typeof one === 'string' && one.includes('caret'));
        const shown = `${after.slice(0, head)}‸${after.slice(head)}`;
        const say = (what: string) => failed.push(`${place}: ${what}\n${JSON.stringify(shown)}`);
        const isOut = block.ends?.test(place) || /cell|title/.test(place);
        // In a cell a picture stands among the words.
        if (way === 'pasted' && name === 'picture' && place === 'a cell') continue;
        if (!path) say('none');
        else if (isOut) {
          const words = JSON.stringify(wordsOf(without(is)));
          if (words !== JSON.stringify(wordsOf(without(was)))) say(`others ${words}`);
        } else if (JSON.stringify(path) !== JSON.stringify(wanted)) say(`in ${path} instead of ${wanted}`);
        else if (JSON.stringify(without(is)) !== JSON.stringify(without(was)))
          say(`others ${JSON.stringify(without(is))}`);
      }
      expect(failed.join('\n')).toBe('');
    });

const PASTED_WORD = /^y\d+$/;
const wordOf = (said: string) => said.slice(said.lastIndexOf(' ') + 1);

/** Pasted words stand in the same blocks as when they are pasted alone, and words of the page stay where they were. */
for (const [name, { markdown }] of Object.entries(PASTED_HTML))
  test(`${name}, pasted`, () => {
    const failed: string[] = [];
    const nothing = () => false;
    const alone = wordsOf(outlineOf(renderedTree(markdown).children, nothing));
    for (const [place, page] of Object.entries(PLACES)) {
      const at = page.indexOf('‸');
      keyboard.open(page.replace('‸', ''), at);
      if (/\w/.test(page[at - 1] ?? '')) keyboard.press(' ');
      keyboard.dispatch(keyboard.state.replaceSelection(markdown), { userEvent: 'input.paste' });
      const after = keyboard.state.doc.toString();
      const was = wordsOf(outlineOf(renderedTree(page.replace('‸', '')).children, nothing));
      const is = wordsOf(outlineOf(renderedTree(after).children, nothing));
      const others = is.filter((said) => !PASTED_WORD.test(wordOf(said)) && !alone.includes(said));
      const lost = was.filter((said) => !others.includes(said));
      const added = others.filter((said) => !was.includes(said) && !alone.some((one) => said.endsWith(one)));
      const moved = alone.filter((said) => !is.some((one) => one.endsWith(said)));
      if (lost.length + added.length + moved.length > 0)
        failed.push(`${place}: ${JSON.stringify({ lost, added, moved })}\n${JSON.stringify(after)}`);
    }
    expect(failed.join('\n')).toBe('');
  });
