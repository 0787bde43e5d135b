/**
 * A page's outermost blocks, of which a long page has thousands. Several parts of the editor look for some of them with each
 * key, so one walk finds them all, through the arrays that hold them: moving a cursor takes ten times as long.
 */
import { Tree } from '@lezer/common';

export interface OutermostBlock {
  readonly block: Tree;
  /** Its beginning in the page's text. */
  readonly from: number;
}

const found = new WeakMap<Tree, ReadonlyMap<string, readonly OutermostBlock[]>>();

/** @returns the blocks that the parser gives this name, in order */
export function outermostBlocks(tree: Tree, name: string): readonly OutermostBlock[] {
  return blocksByName(tree).get(name) ?? [];
}

/** @returns the outermost blocks by the names that the parser gives them, those of one name in order */
export function blocksByName(tree: Tree): ReadonlyMap<string, readonly OutermostBlock[]> {
  let blocks = found.get(tree);
  if (!blocks) {
    blocks = collect(tree, 0, new Map());
    found.set(tree, blocks);
  }
  return blocks;
}

function collect(
  { children, positions }: Tree,
  offset: number,
  blocks: Map<string, OutermostBlock[]>,
): Map<string, OutermostBlock[]> {
  for (let index = 0; index < children.length; index++) {
    const block = children[index];
    if (!(block instanceof Tree)) continue;
    const from = offset + (positions[index] ?? 0);
    const { name, isAnonymous } = block.type;
    // The parser puts many blocks into groups without a name.
    if (isAnonymous) collect(block, from, blocks);
    else {
      const others = blocks.get(name);
      if (others) others.push({ block, from });
      else blocks.set(name, [{ block, from }]);
    }
  }
  return blocks;
}
