/**
 * How each kind of Markdown beyond words, headings, lists and links looks while a page is written, and how tables do: a file of its
 * own, for which the first text of a page does not wait.
 */
import type { Extension } from '@codemirror/state';
import { tableWriting } from '../kinds/table/table-writing.ts';
import { PREVIEWS } from '../layers/preview.generated.ts';
import { type Decorator, decorators } from '../view/kind-preview.ts';
import type { ShownImages } from '../view/shown-images.ts';
import { blockPreview } from './block-preview.ts';
import '../layers/kinds.generated.css';

const byName = new Map<string, Decorator[]>();
for (const { decorate } of PREVIEWS)
  for (const [name, decorator] of Object.entries(decorate ?? {}))
    byName.set(name, [...(byName.get(name) ?? []), decorator]);

export function morePreview(images: ShownImages): Extension {
  return [
    decorators.of(decorateKind),
    blockPreview(images),
    PREVIEWS.map(({ extension }) => extension ?? []),
    tableWriting(),
  ];
}

const decorateKind: Decorator = (node, state, visible, out) => {
  for (const decorator of byName.get(node.name) ?? []) {
    const isEntered = decorator(node, state, visible, out);
    if (isEntered !== undefined) return isEntered;
  }
  return undefined;
};
