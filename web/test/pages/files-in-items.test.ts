/** Pictures from files stay in the item, the quote or the toggle where they were begun, by each way that brings a file. */
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { content, openPage, source, title } from '../support/person/editor.ts';
import { button, press } from '../support/person/person.ts';
import { PageFiles } from '../support/server/page-files.ts';

// § stands where a picture goes.
const PAGE = `- bullet§
- §
- [ ] task§
- [ ] §
- outer
  - inner§
  - §
- item

  paragraph§
- last

1. number§
2. §
3. end

> quote§

> [!NOTE] callout
> inside§

- > both§

<details>
<summary>title</summary>

toggled§

</details>

done`;

/** Without empty lines: below a picture is room to write on. */
const AFTER = `- bullet
  PICTURE
- PICTURE
- [ ] task
  PICTURE
- [ ] 
  PICTURE
- outer
  - inner
    PICTURE
  - PICTURE
- item
  paragraph
  PICTURE
- last
1. number
   PICTURE
2. PICTURE
3. end
> quote
> PICTURE
> [!NOTE] callout
> inside
> PICTURE
- > both
  > PICTURE
<details>
<summary>title</summary>
toggled
PICTURE
</details>
done`;

const file = () => new File(['x'], 'photo.png', { type: 'image/png' });

function data(): DataTransfer {
  const files = new DataTransfer();
  files.items.add(file());
  return files;
}

function editor(): EditorView {
  const view = EditorView.findFromDOM(content().element() as HTMLElement);
  if (!view) throw new Error('There is no editor.');
  return view;
}

const WAYS: Readonly<Record<string, () => Promise<void> | void>> = {
  async chosen() {
    // Nobody answers the browser's own dialog here.
    const answer = (event: Event) => {
      if (!(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      event.target.files = data().files;
      event.target.dispatchEvent(new Event('change'));
    };
    addEventListener('click', answer, { capture: true });
    await button('Image').click();
    removeEventListener('click', answer, { capture: true });
  },
  pasted() {
    const init = { clipboardData: data(), bubbles: true, cancelable: true };
    content().element().dispatchEvent(new ClipboardEvent('paste', init));
  },
  dropped() {
    const view = editor();
    const { head } = view.state.selection.main;
    const place = view.coordsAtPos(head);
    if (!place) throw new Error('The place is not in view.');
    const at = { clientX: place.right, clientY: (place.top + place.bottom) / 2 };
    const init = { ...at, dataTransfer: data(), bubbles: true, cancelable: true };
    const node = view.domAtPos(head).node;
    const target = node instanceof Element ? node : node.parentElement;
    target?.dispatchEvent(new DragEvent('drop', init));
  },
};

test.each(Object.keys(WAYS))('a picture that is %s stays where it was begun', async (way) => {
  const files = new PageFiles();
  await openPage(PAGE.replaceAll('§', ''), 'Album');
  let at = PAGE.length;
  for (let count = 1; ; count++) {
    at = PAGE.lastIndexOf('§', at - 1);
    if (at === -1) break;
    const place = PAGE.slice(0, at).replaceAll('§', '').length;
    editor().focus();
    editor().dispatch({ selection: { anchor: place }, scrollIntoView: true, userEvent: 'select.pointer' });
    await press('Shift');
    await WAYS[way]?.();
    await expect.poll(() => files.uploads.size, { message: PAGE.slice(at - 10, at) }).toBe(count);
  }
  const pictures = (await source()).replaceAll(/!\[\]\(\/files\/[^)]*\)/g, 'PICTURE');
  const lines = pictures.split('\n').filter((line) => !/^[\s>]*$/.test(line));
  expect(lines.map((line) => (line.endsWith('] ') ? line : line.trimEnd())).join('\n')).toBe(AFTER);
  title().element().scrollIntoView({ block: 'center' });
});
