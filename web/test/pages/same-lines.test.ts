/** A page is read where it is written: choosing the other view moves nothing. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPage } from '../support/person/editor.ts';
import { all, button, see } from '../support/person/person.ts';

// Each line that is compared begins with a word of its own.
const PAGE = `l01 Words, a [link](https://example.org) and ==marked== ones with \`code\`.
l02 A second line of the text.

l03 Text


l04 Text below two blank lines

## l05 Heading

l06 Text

### l07 Third
l08 Text

| l09 Item | Owner |
| --- | --- |
| l10 Budget | **Ada** |

l11 Text

\`\`\`ts
l12 export function add(one: number): number {
  l13 return one;
}
\`\`\`

- l14 one
- l15 two
  - l16 deep
    1. l17 first
- [ ] l18 a task
- [x] l19 another

1. l20 first

2. l21 second

   l33 its text
   l34 in two lines

> l22 A quote
> l23 of two lines
>
> l24 and a third

> [!NOTE]
> l25 A callout with $a^2 + b^2$.

> [!faq]+ l38 A question with a title of its own that is so long that it goes on in a second line
> l39 An answer
>
> > [!danger] l40 Within
> > l41 it

> [!todo]- l42 Folded
> away

l26 Text

$$
\\int_0^1 x^2 \\, dx
$$

l27 Text

---

https://youtu.be/dQw4w9WgXcQ

l35 Text

![l36 One](https://example.org/a.png) ![l37 Two](https://example.org/b.png)

l28 Text

# l29 Big heading

<details open>
<summary>l30 More</summary>

l31 Inside

</details>

l32 End`;

/** From the left and from the top, in pixels, by the line's first word. */
function places(selector: string): Map<string, readonly [number, number]> {
  const found = new Map<string, readonly [number, number]>();
  const [root] = all(selector);
  if (!root) throw new Error(`${selector} is shown`);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const match = /\bl\d\d\b/.exec(node.textContent ?? '');
    if (!match) continue;
    const range = document.createRange();
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    const { left, top } = range.getBoundingClientRect();
    found.set(match[0], [left + scrollX, top + scrollY]);
  }
  return found;
}

test.each([400, 1280])('every line has its place, at %d px', async (width) => {
  await page.viewport(width, 4000);
  const { reopen } = await openPage(PAGE);
  await reopen();
  await see(page.getByRole('toolbar', { name: 'Formatting' }));
  await button('Read').click();
  await expect.poll(() => all('.reading-view .katex').length).toBe(2);
  await expect.poll(() => places('.reading-view').size).toBe(42);
  const read = places('.reading-view');
  await button('Write').click();
  await expect.poll(() => all('.cm-content .katex').length).toBe(2);
  // The editor's parts come one after the other; at the end, none may have moved a line.
  await expect
    .poll(() => {
      const written = places('.cm-content');
      return [...read].filter(([word, [left, top]]) => {
        const [writtenLeft, writtenTop] = written.get(word) ?? [0, 0];
        return Math.abs(left - writtenLeft) > 1 || Math.abs(top - writtenTop) > 1;
      });
    })
    .toEqual([]);
});
