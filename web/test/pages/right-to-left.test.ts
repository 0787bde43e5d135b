/** Texts from right to left, and those of both directions, while they are written: clicks, Home, End and arrows go by sight. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clickAt, closeEditor, open, openEditor, press, view } from '../support/lone-editor.ts';

beforeAll(openEditor);
afterAll(closeEditor);

/** Each with the way that it goes. */
const TEXTS: Readonly<Record<string, 'ltr' | 'rtl'>> = {
  'שלום עולם': 'rtl',
  'مرحبا بالعالم': 'rtl',
  'שלום Trellis': 'rtl',
  'Trellis שלום': 'ltr',
  '2026 שלום 12': 'rtl',
  'שלום `code` עולם': 'rtl',
  'שלום `code`': 'rtl',
  '`code` שלום': 'rtl',
  'https://a.example שלום': 'rtl',
  'Read `שלום` now': 'ltr',
  'שלום [Docs (new)](https://a.example) סוף': 'rtl',
  'See [קישור](https://a.example/b)': 'ltr',
  'שלום **Trellis** ועוד': 'rtl',
  'שלום $x^2$ סוף': 'rtl',
  'שלום ==Trellis== *b* ~~ג~~': 'rtl',
};
/** Lines that set something apart at their beginning, at their end, and within words of the other way. */
const MIXED: readonly string[] = [
  ...Object.keys(TEXTS).slice(5),
  ...['שלום [Docs](/a)', '[Docs](/a) שלום', '**שלום** a', 'מחיר: **12** ש"ח', 'שלום $x^2$', '`שלום` a'],
  ...['שלום abc `code` def 12% סוף', 'See שלום `code` עולם now', 'שלום a **b** `c` [d](/e) f'],
];
/** Each with what stands before the words, and behind them. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  line: ['', ''],
  heading: ['## ', ''],
  bullet: ['- ', ''],
  number: ['1. ', ''],
  task: ['- [x] ', ''],
  'inner item': ['- a\n  - ', ''],
  quote: ['> ', ''],
  callout: ['> [!NOTE] ', '\n> a'],
  toggle: ['<details>\n<summary>', '</summary>\n\na\n\n</details>'],
  footnote: ['a[^1]\n\n[^1]: ', ''],
  cell: ['| a | b |\n| --- | --- |\n| ', ' | c |'],
  'cell from right to left': ['| א | ב |\n| --- | --- |\n| ', ' | c |'],
};

/** Opens it with the caret elsewhere, so that the marks are out of sight. */
function openKind(kind: string, text: string): { readonly from: number; readonly to: number } {
  const [before = '', behind = ''] = KINDS[kind] ?? [];
  const head = 'first\n\n';
  open(`${head}${before}${text}${behind}\n\nlast‸`);
  const from = head.length + before.length;
  return { from, to: from + text.length };
}

/** The words as they are drawn. */
function wordsAt(position: number) {
  const { node } = view.domAtPos(position, 1);
  const element = node instanceof Element ? node : node.parentElement;
  const words = element?.closest('.cm-cell') ?? element?.closest('.cm-line');
  if (!words) throw new Error(`Nothing is drawn at ${position}`);
  const range = document.createRange();
  const texts = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
  const rects: DOMRect[] = [];
  while (texts.nextNode()) {
    if (texts.currentNode.parentElement?.closest('.cm-bullet, .callout-head')) continue;
    range.selectNodeContents(texts.currentNode);
    rects.push(...[...range.getClientRects()].filter(({ width }) => width > 0));
  }
  const left = Math.min(...rects.map((rect) => rect.left));
  const right = Math.max(...rects.map((rect) => rect.right));
  const y = ((rects[0]?.top ?? 0) + (rects[0]?.bottom ?? 0)) / 2;
  return { left, right, y, isToRight: getComputedStyle(words).direction === 'ltr' };
}

describe.each(Object.keys(KINDS))('%s', (kind) => {
  test.each(Object.entries(TEXTS))('%s', (text, direction) => {
    const { from, to } = openKind(kind, text);
    const { left, right, y, isToRight } = wordsAt(from);
    expect(isToRight, 'goes the way of its first letter').toBe(direction === 'ltr');
    // Within its last letter, a press on code stays in the code.
    const isNote = kind === 'footnote';
    // Behind a footnote stands the way back.
    for (const away of [6, -1].filter((px) => (px > 0 ? !isNote : !text.endsWith('`')))) {
      openKind(kind, text);
      clickAt(isToRight ? right + away : left - away, y);
      expect(view.state.selection.main.head, `${away} px behind the end`).toBe(to);
    }
    openKind(kind, text);
    // Nor does one on its first letter leave it.
    if (text.startsWith('`')) view.dispatch({ selection: { anchor: to } });
    else {
      clickAt(isToRight ? left + 1 : right - 1, y);
      expect(view.state.selection.main.head, 'at the beginning').toBe(from);
    }
    press('End');
    expect(view.state.selection.main.head, 'End').toBe(to);
    press('Home');
    expect(view.state.selection.main.head, 'Home').toBe(from);
    press('Shift+End');
    const { anchor, head } = view.state.selection.main;
    expect([anchor, head], 'Shift+End').toEqual([from, to]);
  });
});

test('columns stand from the side that their table begins at, and are passed by sight', () => {
  open('first\n\n| אב | ב | ג |\n| :-- | --- | --: |\n| דה | g | וז |\n\nlast‸');
  const cells = [...view.contentDOM.querySelectorAll('.cm-cell')].map((cell) => ({
    side: getComputedStyle(cell).textAlign,
    ...cell.getBoundingClientRect().toJSON(),
  }));
  const lefts = cells.slice(0, 3).map(({ left }) => left);
  expect(lefts, 'from right to left').toEqual(lefts.toSorted((a, b) => b - a));
  expect(cells[0]?.right).toBeGreaterThan(view.contentDOM.getBoundingClientRect().right - 10);
  expect(cells.map(({ side }) => side)).toEqual(['right', 'start', 'left', 'right', 'start', 'left']);
  const place = (text: string) => view.state.doc.toString().indexOf(text);
  view.dispatch({ selection: { anchor: place('דה') } });
  const passed = Array.from({ length: 7 }, () => {
    press('ArrowLeft');
    return view.state.selection.main.head;
  });
  // The words of a cell that goes the other way are passed by sight, too.
  const [first, second, third] = [place('דה'), place('g'), place('וז')];
  expect(passed).toEqual([first + 1, first + 2, second + 1, second, third, third + 1, third + 2]);
  view.dispatch({ selection: { anchor: second } });
  press('Shift+ArrowLeft');
  expect(view.contentDOM.querySelectorAll('.cm-cell-selected')).toHaveLength(2);
});

test('a number alone in a cell is passed by sight, from either side', () => {
  open('first\n\n| אב | ב | ג |\n| --- | --- | --- |\n| דה | 12.5 | וז |\n\nlast‸');
  const place = (text: string) => view.state.doc.toString().indexOf(text);
  const [first, number, third] = [place('דה'), place('12.5'), place('וז')];
  const pass = (key: string) =>
    Array.from({ length: 6 }, () => {
      press(key);
      return view.state.selection.main.head;
    });
  view.dispatch({ selection: { anchor: first + 2 } });
  expect(pass('ArrowLeft')).toEqual([4, 3, 2, 1, 0].map((at) => number + at).concat(third));
  view.dispatch({ selection: { anchor: third } });
  expect(pass('ArrowRight')).toEqual([0, 1, 2, 3, 4].map((at) => number + at).concat(first + 2));
});

test('arrows go by sight through a line that is longer than the editor reads', () => {
  const words = 'שלום עולם with English 12 '.repeat(300);
  open(`${words}‸\n\nlast`);
  for (const start of [words.length, words.length / 2]) {
    view.dispatch({ selection: { anchor: start }, scrollIntoView: true });
    const places = Array.from({ length: 24 }, () => {
      const { head, assoc } = view.state.selection.main;
      const { left, top } = view.coordsAtPos(head, assoc || 1) ?? { left: 0, top: 0 };
      const row = top - view.contentDOM.getBoundingClientRect().top;
      press('ArrowRight');
      return { left, row };
    });
    const onRow = places
      .filter(({ row }) => Math.abs(row - (places[1]?.row ?? 0)) < 5)
      .map(({ left }) => left);
    expect(onRow.length).toBeGreaterThan(8);
    expect(onRow).toEqual(onRow.toSorted((a, b) => a - b));
    expect(new Set(onRow).size).toBe(onRow.length);
  }
});

test.each(Object.entries(TEXTS).slice(0, 5))('arrows go by sight through %s, and back', (text, direction) => {
  // A number at the beginning has two ends there, of which a mark hides one.
  for (const kind of text.startsWith('2') ? ['line'] : ['line', 'heading', 'task']) {
    const { from, to } = openKind(kind, text);
    view.dispatch({ selection: { anchor: to } });
    press('End');
    press('Home');
    const isToRight = direction === 'ltr';
    const isIn = (place: number) => place >= from && place <= to;
    const [onward, back] = isToRight ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
    for (const [key, sign, end] of [
      [onward, isToRight ? 1 : -1, to],
      [back, isToRight ? -1 : 1, from],
    ] as const) {
      const places: number[] = [];
      let last = -1;
      for (let { main } = view.state.selection; isIn(main.head); { main } = view.state.selection) {
        places.push((view.coordsAtPos(main.head, main.assoc || 1)?.left ?? 0) * sign);
        last = main.head;
        press(key);
      }
      expect(last, `${key} on a ${kind}`).toBe(end);
      expect(places, `${key} on a ${kind}`).toHaveLength(text.length + 1);
      expect(places, `${key} on a ${kind}`).toEqual(places.toSorted((a, b) => a - b));
      press(sign === (isToRight ? 1 : -1) ? back : onward);
    }
  }
});

/** The caret's places, and at which side of each it is, from one end of a line to the other. */
function passed(key: string, from: number, to: number): string[] {
  const places: string[] = [];
  for (;;) {
    press(key);
    const { head, assoc } = view.state.selection.main;
    if (head < from || head > to || places.length > 2 * (to - from)) return places;
    places.push(`${head - from} ${assoc}`);
  }
}

test.each(MIXED)('arrows pass all of %s once, and back', (text) => {
  for (const kind of ['line', 'task']) {
    const { from, to } = openKind(kind, text);
    view.dispatch({ selection: { anchor: to } });
    press('Home');
    const { isToRight } = wordsAt(from);
    const keys = isToRight ? (['ArrowRight', 'ArrowLeft'] as const) : (['ArrowLeft', 'ArrowRight'] as const);
    for (const [index, key] of keys.entries()) {
      const places = passed(key, from, to);
      expect(Number.parseInt(places.at(-1) ?? '', 10), `${key} on a ${kind}: ${places}`).toBe(
        index === 0 ? to - from : 0,
      );
      expect(new Set(places).size, `${key} on a ${kind}: ${places}`).toBe(places.length);
      press(keys[1 - index] ?? key);
    }
  }
});

test('what is typed at the visible beginning of code that stands further on goes before it', () => {
  open('first\n\nשלום `code`‸');
  for (let at = 0; at < 6; at++) press('ArrowRight');
  press('x');
  expect(view.state.doc.line(3).text).toBe('שלום x`code`');
});
