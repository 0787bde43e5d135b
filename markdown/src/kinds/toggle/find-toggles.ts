/** The toggles of a page, by the editor's parser: outermost ones and those in list items. In a quote they are shown as HTML. */
import { Tree } from '@lezer/common';
import { type FoundInBlocks, findInBlocks, outermostBlocks } from '../../grammar/outermost-blocks.ts';
import { DEEPEST } from '../../tree/deepest.ts';
import { type Pair, pairToggles } from './syntax.ts';

export interface HtmlBlock {
  readonly from: number;
  readonly to: number;
}

const LISTS = ['BulletList', 'OrderedList'];

/** @param read the text between two places */
export function findToggles(tree: Tree, read: (from: number, to: number) => string): Pair<HtmlBlock>[] {
  const blocks = outermostBlocks(tree, 'HTMLBlock').map(({ block, from }) => ({
    from,
    to: from + block.length,
  }));
  const groups = blocks.length === 0 ? [] : [blocks];
  for (const { from, fact } of findInBlocks(tree, LISTS, lists, togglesIn))
    for (const group of fact) groups.push(group.map((one) => ({ from: from + one.from, to: from + one.to })));
  return groups.flatMap((group) => pairToggles(group, ({ from, to }) => read(from, to)));
}

const lists: FoundInBlocks<Html['inItems']> = new WeakMap();

function togglesIn(list: Tree): Html['inItems'] | undefined {
  const { inItems } = htmlIn(list, 0);
  return inItems.length === 0 ? undefined : inItems;
}

/** Their places count from where the tree begins, so that they hold while others write above it. */
interface Html {
  readonly own: HtmlBlock[];
  /** Finds toggles that are siblings in an item. */
  readonly inItems: HtmlBlock[][];
}

const NONE: Html = { own: [], inItems: [] };
const found = new WeakMap<Tree, Html>();

/** Most of a list is the same tree after a key, so it is not looked through again. Items are too many to be remembered by themselves. */
function htmlIn(tree: Tree, depth: number): Html {
  if (depth > DEEPEST) return NONE;
  const isKept = tree.type.name !== 'ListItem';
  const known = isKept ? found.get(tree) : undefined;
  if (known) return known;
  let html: Html | undefined;
  for (const [index, child] of tree.children.entries()) {
    if (!(child instanceof Tree)) continue;
    const at = tree.positions[index] ?? 0;
    const { name, isAnonymous } = child.type;
    if (name === 'HTMLBlock') {
      html ??= { own: [], inItems: [] };
      html.own.push({ from: at, to: at + child.length });
    } else if (isAnonymous || name === 'ListItem' || LISTS.includes(name)) {
      const inside = htmlIn(child, depth + (isAnonymous ? 0 : 1));
      if (inside === NONE) continue;
      html ??= { own: [], inItems: [] };
      const moved = inside.own.map(({ from, to }) => ({ from: at + from, to: at + to }));
      if (isAnonymous) html.own.push(...moved);
      else if (moved.length > 0) html.inItems.push(moved);
      for (const group of inside.inItems)
        html.inItems.push(group.map(({ from, to }) => ({ from: at + from, to: at + to })));
    }
  }
  const result = html ?? NONE;
  if (isKept) found.set(tree, result);
  return result;
}
