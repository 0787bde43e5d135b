/** The commands for formats of words and of lines write the right Markdown. */
import { EditorSelection, type StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import { pageLanguage } from '../markdown/page-language.ts';
import { parsedState, stopClock } from '../markdown/parsed-state.ts';
import {
  toggleBold,
  toggleCode,
  toggleHighlight,
  toggleItalic,
  toggleStrikethrough,
} from './inline-formats.ts';
import { makeParagraph, toggleBullets, toggleHeading1, toggleQuote } from './line-formats.ts';

stopClock();

/** @param text with ‸ where the caret is, or at both ends of what is selected; @returns the same after the command */
function ran(text: string, command: StateCommand): string {
  const [before = '', inside, after] = text.split('‸');
  const anchor = before.length;
  const head = after === undefined ? anchor : anchor + (inside?.length ?? 0);
  const selection = EditorSelection.single(anchor, head);
  let state = parsedState({ doc: text.replaceAll('‸', ''), selection, extensions: pageLanguage });
  command({ state, dispatch: (step) => (state = step.state) });
  const { main } = state.selection;
  const all = state.doc.toString();
  const middle = main.empty ? '' : `${all.slice(main.from, main.to)}‸`;
  return `${all.slice(0, main.from)}‸${middle}${all.slice(main.to)}`;
}

test.each<[string, StateCommand, string, string]>([
  ['a word at the caret', toggleBold, 'a wo‸rd', 'a **wo‸rd**'],
  ['each paragraph', toggleBold, '‸one\n\ntwo‸', '**‸one**\n\n**two‸**'],
  ['each item, not its mark', toggleItalic, '‸- one\n- [ ] two‸', '‸- *one*\n- [ ] *two‸*'],
  ['a heading', toggleBold, '‸# one #‸', '‸# **one** #‸'],
  [
    'each cell',
    toggleBold,
    '| ‸a | b |\n| - | - |\n| c‸ | d |',
    '| **‸a** | **b** |\n| - | - |\n| **c‸** | d |',
  ],
  ['a quote of two lines', toggleBold, '> ‸a\n> b‸', '> **‸a\n> b‸**'],
  ['a tilde beside it', toggleStrikethrough, 'a@~‸1.2‸', String.raw`a@\~~~‸1.2‸~~`],
  ['tildes at both its ends', toggleStrikethrough, '‸~a~~~‸', String.raw`~~\‸~a\~\~\~‸~~`],
  ['signs of equality behind it', toggleHighlight, '‸a‸== b', String.raw`==‸a‸==\=\= b`],
  ['a link at the end of another format', toggleItalic, '‸a **b [c‸](/d)** e', '*‸a* ***b [c‸](/d)*** e'],
  ['a link before another format', toggleItalic, '‸a [b‸](/c)*d*', '*‸a* [*b‸*](/c)*d*'],
  ['no table of contents', toggleBold, '‸a\n\n[TOC]\n\nb‸', '**‸a**\n\n[TOC]\n\n**b‸**'],
  ['no code', toggleBold, '```\n‸a‸\n```', '```\n‸a‸\n```'],
  ['code within words as a whole', toggleBold, 'a `b ‸c‸ d`', 'a **`b ‸c‸ d`**'],
  ['an address as a whole', toggleBold, 'see https://exam‸ple.com/a‸b', 'see **https://exam‸ple.com/a‸b**'],
  ['an address that is highlighted', toggleHighlight, '‸https://example.com‸', '==<‸https://example.com‸>=='],
  ['across another format', toggleBold, '‸a *b‸ c*', '**‸a** ***b‸** c*'],
  [
    'from the first word of another format on',
    toggleItalic,
    '**‸a b**: [c](/d) e‸',
    '***‸a b**: [c](/d) e‸*',
  ],
  ['beside the star of another format', toggleItalic, '**a ‸b**: [c](/d) e‸', '**a *‸b***: *[c](/d) e‸*'],
  ['up to the last word of a link', toggleBold, '‸a [b‸](/c)', '**‸a [b‸](/c)**'],
  ['beside the same format', toggleItalic, '*a*‸b‸', '*a‸b‸*'],
  ['over parts that have it', toggleBold, '‸a **b** c‸', '**‸a b c‸**'],
  ['code in a link’s text', toggleCode, '‸a [b](/c)‸', '`‸a` [`b`](/c)‸'],
  ['from a part of a bold text', toggleBold, '**a ‸b‸ c**', '**a** ‸b‸ **c**'],
  ['from the beginning of one', toggleBold, '**‸a‸ b**', '‸a‸ **b**'],
  ['from a part of one with underscores', toggleItalic, '_a ‸b‸ c_', '*a* ‸b‸ *c*'],
  ['from the end of one with underscores', toggleBold, '__a ‸b‸__', '**a** ‸b‸'],
  ['an address as code', toggleCode, 'a ‸b https://c‸.example/d e', 'a `‸b https://c.example/d‸` e'],
  ['and no more', toggleCode, 'a `‸b https://c.example/d‸` e', 'a ‸b https://c.example/d‸ e'],
  ['from all of one', toggleBold, '**‸a‸**', '‸a‸'],
  ['what is typed next', toggleBold, 'a ‸', 'a **‸**'],
  ['not before the mark of a heading', toggleBold, '‸# (a', '# **‸**(a'],
  [
    'beside a letter around the code and the rest of its word',
    toggleHighlight,
    '‸a `b‸`s c',
    '==‸a `b‸`s== c',
  ],
  ['beside a letter around no sign', toggleBold, '‸(a)‸b', '**‸(a**)‸b'],
  ['only letters', toggleBold, '‸!‸a', '‸!‸a'],
  ['beside a letter within another format', toggleStrikethrough, '‸a *b*‸c', '~~‸a~~ *~~b~~*‸c'],
  ['beside one with underscores', toggleItalic, '_a_ ‸b‸', '_a_ *‸b‸*'],
  ['up to one with underscores', toggleItalic, '_a ‸b_, c‸', '*a ‸b, c‸*'],
  ['code with backticks', toggleCode, '‸a ` b‸', '``‸a ` b‸``'],
  ['code that ends in one', toggleCode, 'a ‸b \\`‸', 'a `` ‸b `‸ ``'],
  ['from code whose signs mean something', toggleCode, '‸`<b> *c* a\\*`‸ *', '‸\\<b> \\*c* a\\\\*‸ *'],
  [
    'from code in a cell',
    toggleCode,
    '| a |\n| - |\n| `‸b \\| \\d \\*c‸` |',
    '| a |\n| - |\n| ‸b \\| \\d \\\\*c‸ |',
  ],
  ['from a part of code with backticks', toggleCode, '`` a ` ‸b‸ c ``', '`` a ` `` ‸b‸ `c`'],
  ['from a number', toggleBold, '**1. `‸b‸`**', '1\\. `‸b‸`'],
  ['from what a sign ends before a letter', toggleBold, '**(a)‸b‸**', '**(a**)‸b‸'],
  ['from the sign of an item in another line', toggleItalic, 'a\n*‸-* b', 'a\n‸\\- b'],
  ['from the box of a task', toggleBold, '- **[ ‸] a**', String.raw`- \[ ‸] a`],
  ['no four tildes on an empty line', toggleStrikethrough, 'a\n\n‸', 'a\n\n‸'],
])('a format: %s', (_, command, before, after) => expect(ran(before, command)).toBe(after));

test.each<[string, StateCommand, string, string]>([
  [
    'the item of one definition is none of the next',
    toggleBullets,
    '[a]: /a\n‸[b]: /b\n[c]: /c',
    '[a]: /a\n- ‸[b]: /b\n\n[c]: /c',
  ],
  ['nor is a quote', toggleQuote, '‸[a]: /a\n[b]: /b‸\n[c]: /c', '> ‸[a]: /a\n> [b]: /b‸\n\n[c]: /c'],
  ['a quote goes on over the empty lines', toggleQuote, '‸a\n\nb‸', '> ‸a\n>\n> b‸'],
  ['and is taken away with them', toggleQuote, '> ‸a\n>\n> b‸', '‸a\n\nb‸'],
  ['the number below an item stays one', toggleBullets, '1. ‸a\n2. b\n3. c', '- ‸a\n\n2. b\n3. c'],
  ['and below what is in it', toggleBullets, '1. ‸a\n\n   b\n2. c', '- ‸a\n\n   b\n\n2. c'],
  ['and below a text', makeParagraph, '- a\n  1. ‸b\n  2. c', '- a\n‸b\n\n  2. c'],
  ['code turns as a whole', toggleBullets, '```js\nco‸de\n```', '- co‸de'],
  ['beside a text code stays', toggleHeading1, '‸a\n\n```\nb‸\n```', '# ‸a\n\n```\nb‸\n```'],
  ['the number of a heading is no item’s', makeParagraph, '# ‸1. a ##', String.raw`‸1\. a`],
  ['a number in a text is no item’s', toggleBullets, '‸a\n2. b‸', '- ‸a\n- 2\\. b‸'],
  ['a sign at the end stays a letter', toggleHeading1, '‸a #', String.raw`# ‸a \#`],
  ['a table stays', toggleBullets, '| a |\n| - |\n| ‸b |', '| a |\n| - |\n| ‸b |'],
  ['HTML stays', toggleBullets, '<br />\n<p>‸a</p>', '<br />\n<p>‸a</p>'],
  ['front matter stays', toggleBullets, '---\na‸: b\n---', '---\na‸: b\n---'],
])('%s', (_, command, before, after) => expect(ran(before, command)).toBe(after));
