/**
 * A page's outermost blocks, of which a long page has thousands. Several parts of the editor look for some of them with each
 * key. The parser keeps the blocks in groups and takes over the groups in which nothing was written (kept-blocks.ts), so
 * that only the others are gone through, by the arrays that hold them: moving a cursor takes ten times as long.
 */
import { Tree } from '@lezer/common';

export interface OutermostBlock {
  readonly block: Tree;
  /** Its beginning in the page's text. */
  readonly from: number;
}

/** Findings in the blocks of a group, by the group; places count from where it begins. */
export type FoundInBlocks<Fact> = WeakMap<Tree, readonly Found<Fact>[]>;

type Found<Fact> = OutermostBlock & { readonly fact: Fact };
type ByName = ReadonlyMap<string, readonly OutermostBlock[]>;

const found = new WeakMap<Tree, ByName>();
const NONE: readonly never[] = [];

/** @returns the blocks that the parser gives this name, in order */
export function outermostBlocks(tree: Tree, name: string): readonly OutermostBlock[] {
  return inGroups(tree, (group) => blocksByName(group).get(name));
}

/**
 * @param known remembers what was found, and is asked with the same names each time
 * @param look says what is found in a block, undefined for nothing
 * @returns what is found in the outermost blocks of these names; that of one name is in order
 */
export function findInBlocks<Fact>(
  tree: Tree,
  names: readonly string[],
  known: FoundInBlocks<Fact>,
  look: (block: Tree, from: number) => Fact | undefined,
): readonly Found<Fact>[] {
  return inGroups(tree, (group, start) => {
    const seen = known.get(group);
    if (seen) return seen;
    const facts: Found<Fact>[] = [];
    for (const name of names)
      for (const one of blocksByName(group).get(name) ?? NONE) {
        const fact = factOf(one.block, known, () => look(one.block, start + one.from));
        if (fact !== undefined) facts.push({ ...one, fact });
      }
    known.set(group, facts);
    return facts;
  });
}

/** Most blocks of a group in which something was written are still the same. */
function factOf<Fact>(
  block: Tree,
  known: FoundInBlocks<Fact>,
  look: () => Fact | undefined,
): Fact | undefined {
  const seen = known.get(block);
  if (seen) return seen[0]?.fact;
  const fact = look();
  known.set(block, fact === undefined ? NONE : [{ block, from: 0, fact }]);
  return fact;
}

/** @returns the names of the outermost blocks, each once */
export function blockNames(tree: Tree): ReadonlySet<string> {
  const names = new Set<string>();
  inGroups(tree, (group) => {
    for (const name of blocksByName(group).keys()) names.add(name);
    return NONE;
  });
  return names;
}

/** @param read what is found in a group, whose places count from where it begins */
function inGroups<One extends OutermostBlock>(
  tree: Tree,
  read: (group: Tree, start: number) => readonly One[] | undefined,
): readonly One[] {
  const all: One[] = [];
  for (const [group, start] of groupsOf(tree))
    for (const one of read(group, start) ?? NONE) all.push({ ...one, from: start + one.from });
  return all;
}

/** @returns a page that has no groups as one */
function groupsOf(tree: Tree): readonly (readonly [group: Tree, start: number])[] {
  const groups = tree.children.flatMap((child, index) =>
    child instanceof Tree && child.type.isAnonymous ? [[child, tree.positions[index] ?? 0] as const] : [],
  );
  return groups.length === tree.children.length ? groups : [[tree, 0]];
}

function blocksByName(tree: Tree): ByName {
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
    if (isAnonymous) collect(block, from, blocks);
    else {
      const others = blocks.get(name);
      if (others) others.push({ block, from });
      else blocks.set(name, [{ block, from }]);
    }
  }
  return blocks;
}
