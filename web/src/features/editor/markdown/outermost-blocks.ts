/**
 * Visits a page's outermost blocks, of which a long page has thousands. Some parts of the editor look at all of them for each
 * key, so this goes through the arrays that hold them: moving a cursor takes ten times as long.
 */
import { Tree } from '@lezer/common';

/** @param visit gets a block and where it begins in the page's text */
export function visitOutermostBlocks(
  tree: Tree,
  visit: (block: Tree, from: number) => void,
  offset = 0,
): void {
  tree.children.forEach((block, index) => {
    const from = offset + (tree.positions[index] ?? 0);
    if (!(block instanceof Tree)) return;
    // The parser puts many blocks into groups without a name.
    if (block.type.isAnonymous) visitOutermostBlocks(block, visit, from);
    else visit(block, from);
  });
}
