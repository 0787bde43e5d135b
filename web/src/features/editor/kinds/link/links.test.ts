/** Links as they are found, written, changed, removed, pasted, and kept whole while only their texts are in sight. */
import { EditorSelection, type EditorState, type Extension, type TransactionSpec } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import { linkedPage, readAddress, writeAddress } from '../../linked-pages/page-address.ts';
import { pageLanguage } from '../../markdown/page-language.ts';
import { parsedState } from '../../markdown/parsed-state.ts';
import { revealSyntax } from '../../view/reveal.ts';
import { hiddenLinks } from './hidden-links.ts';
import { insertLink } from './insert-link.ts';
import { linkAt } from './link-at.ts';
import { openLinkOf } from './link-popover-state.ts';
import { pastedLink } from './paste-links.ts';
import { linkPopovers } from './popover/look-at-links.ts';
import { readTexts, removeLink, writeLink } from './write-link.ts';

const ORIGIN = 'https://trellis.example';
const PAGE = '/dashboard/pages/6fa1b9a2-31c5-4b1c-9c3e-0d8c7d3b2a10';

/** @param text with | where the caret is, or | at both ends of what is selected */
function stateOf(text: string, extensions: Extension = []): EditorState {
  const [before = '', inside, after] = text.split('|');
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + (inside?.length ?? 0);
  return parsedState({
    doc: text.replaceAll('|', ''),
    selection: EditorSelection.single(anchor, head),
    extensions: [pageLanguage, revealSyntax(), linkPopovers, extensions],
  });
}

function shown({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  return `${text.slice(0, main.head)}|${text.slice(main.head)}`;
}

/** Opens the popover as Mod+K does. */
function opened(text: string) {
  let state = stateOf(text);
  insertLink({ state, dispatch: (transaction) => (state = transaction.state) });
  return { state, open: openLinkOf(state) };
}

function written(text: string, fields: { text: string | undefined; address: string }): string | undefined {
  const { state, open } = opened(text);
  return open && shown(state.update(writeLink(state, open, fields)).state);
}

describe('Mod+K', () => {
  test('writes nothing until there is an address', () => {
    const { state, open } = opened('See |this| page');
    expect(state.doc.toString()).toBe('See this page');
    expect(open).toEqual({ kind: 'write', from: 4, to: 8 });
  });

  test.each([
    ['a |b c| d', 'b c', ''],
    ['a wo|rd d', 'word', ''],
    ['a | d', '', ''],
    ['|two\n\nparagraphs|', 'two', ''],
    ['[te|xt](https://a.example)', 'text', 'https://a.example'],
    ['[a \\[b\\]|](<x y>)', 'a [b]', 'x y'],
    ['[*te|xt*](/a)', undefined, '/a'],
    ['[tail|]()', 'tail', ''],
    ['see https://a.ex|ample', '', 'https://a.example'],
  ])('%j begins with the text %j and the address %j', (before, text, address) => {
    const { state, open } = opened(before);
    expect(open && readTexts(state, open)).toEqual({ text, address });
  });

  test.each([
    ['a |b| c', '<', 'a <[b](/x)|> c'],
    ['a [b|](/y) c', '<', 'a <[b](/x)|> c'],
    ['a | c', '', 'a [/x](/x)|> c'],
  ])('what others write beside %j is no part of it', (before, left, after) => {
    let { state, open } = opened(before);
    const { from = 0, to = 0 } = open ?? {};
    state = state.update({
      changes: [...(left ? [{ from, insert: left }] : []), { from: to, insert: '>' }],
    }).state;
    open = openLinkOf(state);
    const text = left ? undefined : '';
    expect(open && shown(state.update(writeLink(state, open, { text, address: '/x' })).state)).toBe(after);
  });

  test('in code it belongs to the app', () => {
    expect(opened('```\na|\n```').open).toBeUndefined();
  });

  test.each([
    ['a |b| c', { text: 'b', address: '/x' }, 'a [b](/x)| c'],
    ['a |b| c', { text: 'other', address: '/x' }, 'a [other](/x)| c'],
    ['a |*b*| c', { text: undefined, address: '/x' }, 'a [*b*](/x)| c'],
    ['a | c', { text: '', address: 'https://www.a.example/' }, 'a [a.example](https://www.a.example/)| c'],
    ['a | c', { text: '[x]', address: '/x' }, 'a [\\[x\\]](/x)| c'],
    ['[a|](/old "Title")', { text: 'a', address: '/new' }, '[a](/new "Title")|'],
    ['[a|](/old)', { text: 'b', address: '/old' }, '[b](/old)|'],
    ['[tail|]()', { text: 'tail', address: '/x' }, '[tail](/x)|'],
    ['https://a.ex|ample', { text: 'a', address: 'https://a.example' }, '[a](https://a.example)|'],
  ])('%j becomes with %j %j', (before, fields, after) => {
    expect(written(before, fields)).toBe(after);
  });

  test('a link that is removed leaves its text', () => {
    const { state, open } = opened('a [b *c*|](/x) d');
    expect(open && state.update(removeLink(state, open)).state.doc.toString()).toBe('a b *c* d');
    const item = opened('[1. a|](/x)');
    expect(item.open && item.state.update(removeLink(item.state, item.open)).state.doc.toString()).toBe(
      String.raw`1\. a`,
    );
  });
});

test('brackets that only look like a link are none', () => {
  expect(linkAt(stateOf('[a]'), 1)).toBeUndefined();
  expect(linkAt(stateOf('[a][b]\n\n[b]: /x'), 1)).toBeUndefined();
  expect(linkAt(stateOf('![a](/x.png)'), 3)).toBeUndefined();
});

describe('an address', () => {
  test.each([
    ['https://a.example/x', 'https://a.example/x'],
    ['a.example/x', 'https://a.example/x'],
    ['münchen.example', 'https://münchen.example'],
    ['ada@a.example', 'mailto:ada@a.example'],
    [`${ORIGIN}${PAGE}`, PAGE],
    [PAGE, PAGE],
    ['#part', '#part'],
  ])('%j is read as %j', (typed, address) => {
    expect(readAddress(typed, ORIGIN)).toBe(address);
  });

  test.each(['javascript:alert(1)', 'Roadmap', 'two words.example', 'file:///etc', ''])(
    '%j is none',
    (typed) => {
      expect(readAddress(typed, ORIGIN)).toBeUndefined();
    },
  );

  test('cannot end its link', () => {
    expect(writeAddress('https://a.example/x (1) <b>')).toBe('https://a.example/x%20(1)%20%3Cb%3E');
    expect(writeAddress('https://a.example/x)')).toBe('https://a.example/x%29');
  });

  test('of a page is known with its part and its origin', () => {
    const id = PAGE.split('/').at(-1);
    expect(linkedPage(`${ORIGIN}${PAGE}#part`, ORIGIN)).toBe(id);
    expect(linkedPage(`${PAGE}/history`, ORIGIN)).toBeUndefined();
    expect(linkedPage(`https://other.example${PAGE}`, ORIGIN)).toBeUndefined();
  });
});

describe('a pasted address', () => {
  const pages = { nameOf: (id: string) => (PAGE.endsWith(id) ? 'Road [map]' : undefined) };
  const pasted = (text: string, clipboard: string) => {
    const state = stateOf(text);
    const step = pastedLink(state, clipboard, pages, ORIGIN);
    return step && shown(state.update(step).state);
  };

  test('of a page shows its title, and is kept without this server’s name', () => {
    expect(pasted('See |', `${ORIGIN}${PAGE}\n`)).toBe(`See [Road \\[map\\]](${PAGE})|`);
  });

  test('becomes the link of what is selected', () => {
    expect(pasted('a |b *c*| d', 'https://a.example')).toBe('a [b *c*](https://a.example)| d');
  });

  test.each([
    ['a |', 'https://a.example'],
    ['a |b| c', 'two words'],
    ['`a |b|`', 'https://a.example'],
    ['[a |b|](/x)', 'https://a.example'],
    ['[a](|)', `${ORIGIN}${PAGE}`],
    ['```\n|\n```', `${ORIGIN}${PAGE}`],
    ['|a\nb|', 'https://a.example'],
  ])('into %j, %j is text', (text, clipboard) => {
    expect(pasted(text, clipboard)).toBeUndefined();
  });
});

describe('while a link shows only its text', () => {
  const cut = (text: string, insert = '', userEvent = 'delete.selection') => {
    const state = stateOf(text, hiddenLinks);
    const { from, to } = state.selection.main;
    const spec: TransactionSpec = { changes: { from, to, insert }, userEvent };
    return state.update(spec).state.doc.toString();
  };

  test.each([
    ['a |b [te|xt](/x) c', 'a [xt](/x) c'],
    ['a [te|xt](/x) c| d', 'a [te](/x) d'],
    ['a |b [text](/x) c| d', 'a  d'],
    ['a [|text|](/x) d', 'a  d'],
    ['a [|text](/x)| d', 'a  d'],
    ['a [t|ex|t](/x) d', 'a [tt](/x) d'],
    ['a [text|](/x)| d', 'a [text](/x) d'],
    ['|a [te|xt](/x) [li|nk](/y)', '[xt](/x) [link](/y)'],
  ])('deleting in %j leaves %j', (before, after) => {
    const [first = '', second = '', third = '', ...rest] = before.split('|');
    expect(cut([first, second, [third, ...rest].join('')].join('|'))).toBe(after);
  });

  test('typing over its text keeps the link', () => {
    expect(cut('a [|text|](/x) d', 'b', 'input.type')).toBe('a [b](/x) d');
    expect(cut('|a [te|xt](/x) d', 'b', 'input.type')).toBe('b[xt](/x) d');
  });
});
