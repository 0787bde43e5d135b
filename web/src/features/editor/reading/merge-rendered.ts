/**
 * Two versions of a rendered text in one: words that came are in <ins>, words that went in <del>, and whole blocks say so by
 * themselves. The trees are compared as a reader sees them, so that a change of Markdown's signs is a change of what they mean.
 */
import { type Change, diff } from '@codemirror/merge';
import { type Content, type Element, element, type Root } from '../../../../../markdown/src/read/elements.ts';

/** A block of the page's outermost ones. */
export interface MergedBlock {
  readonly node: Content;
  readonly isChanged: boolean;
}

export const CHANGE = 'dataChange';

type Kind = 'same' | 'added' | 'removed';

/** A block, or the words between two blocks. */
interface Unit {
  readonly key: string;
  readonly nodes: readonly Content[];
  readonly block: Element | undefined;
}

/** A word, a sign, a picture; and the elements around it, from the outside in. */
interface Token {
  readonly text: string;
  readonly path: readonly Element[];
  readonly atom: Element | undefined;
}

interface MarkedToken extends Token {
  readonly kind: Kind;
}

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'section', 'div'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'aside', 'header', 'dl', 'dt', 'dd'],
]);
const ATOMS: ReadonlySet<string> = new Set(['img', 'input', 'br', 'var', 'figure', 'nav']);
const WORDS = /\s+|[\p{L}\p{N}_]+|[^\s]/gu;
// Past these the comparison gets coarse instead of slow.
const LIMITS = { scanLimit: 1000, timeout: 500 };
/** They are what they are by their place. */
const PLACED: ReadonlySet<string> = new Set(['td', 'th', 'thead', 'tbody', 'ul', 'ol']);
/** Blocks are two versions of one where so many words of the shorter one are in the longer one. */
const ALIKE = 0.5;
const CODES = 0xd800;

export function mergeRendered(before: Root, after: Root): MergedBlock[] {
  const changed: MergedBlock[] = [];
  for (const { kind, was, is } of alignUnits(unitsOf(before.children), unitsOf(after.children))) {
    const nodes = kind === 'same' ? (is?.nodes ?? []) : mergeUnit(was, is);
    changed.push(...nodes.map((node) => ({ node, isChanged: kind !== 'same' })));
  }
  return changed;
}

interface Aligned {
  readonly kind: 'same' | 'changed';
  readonly was: Unit | undefined;
  readonly is: Unit | undefined;
}

function mergeUnit(was: Unit | undefined, is: Unit | undefined): Content[] {
  if (was?.block && is?.block) return [mergeElements(was.block, is.block)];
  if (is?.block && !was)
    return [{ ...mergeElements(emptied(is.block), is.block), ...marked(is.block, 'added') }];
  if (was?.block && !is)
    return [{ ...mergeElements(was.block, emptied(was.block)), ...marked(was.block, 'removed') }];
  return mergeWords(was?.nodes ?? [], is?.nodes ?? []);
}

function mergeElements(was: Element, is: Element): Element {
  const aligned = alignUnits(unitsOf(was.children), unitsOf(is.children));
  const children = aligned.flatMap((each) =>
    each.kind === 'same' ? [...(each.is?.nodes ?? [])] : mergeUnit(each.was, each.is),
  );
  return { ...is, children };
}

const emptied = (block: Element): Element => ({ ...block, children: [] });

function marked({ properties }: Element, change: Kind): Pick<Element, 'properties'> {
  return { properties: { ...properties, [CHANGE]: change } };
}

function unitsOf(children: readonly Content[]): Unit[] {
  const units: Unit[] = [];
  let words: Content[] = [];
  const endWords = () => {
    // Blanks between blocks are none of the text.
    if (words.some((node) => node.type !== 'text' || node.value.trim() !== ''))
      units.push({ key: keyOf(words), nodes: words, block: undefined });
    words = [];
  };
  for (const node of children) {
    if (node.type === 'element' && BLOCKS.has(node.tagName)) {
      endWords();
      units.push({ key: keyOf([node]), nodes: [node], block: node });
    } else words.push(node);
  }
  endWords();
  return units;
}

/** The same for nodes that look the same, wherever they stand. */
function keyOf(nodes: readonly Content[]): string {
  return JSON.stringify(nodes, (name, value) => (name === 'from' || name === 'to' ? undefined : value));
}

function alignUnits(before: readonly Unit[], after: readonly Unit[]): Aligned[] {
  const aligned: Aligned[] = [];
  let at = 0;
  for (const { fromA, toA, fromB, toB } of compare(before, after, ({ key }) => key)) {
    for (const unit of after.slice(at, fromB)) aligned.push({ kind: 'same', was: unit, is: unit });
    aligned.push(...pairUp(before.slice(fromA, toA), after.slice(fromB, toB)));
    at = toB;
  }
  for (const unit of after.slice(at)) aligned.push({ kind: 'same', was: unit, is: unit });
  return aligned;
}

/** Finds for each new block the one it was made of, in the order of the text. Blocks that went stand before those that came. */
function pairUp(before: readonly Unit[], after: readonly Unit[]): Aligned[] {
  const pairs: Aligned[] = [];
  let done = 0;
  let came: Unit[] = [];
  const endUnpaired = (to: number) => {
    for (const was of before.slice(done, to)) pairs.push({ kind: 'changed', was, is: undefined });
    for (const is of came) pairs.push({ kind: 'changed', was: undefined, is });
    came = [];
  };
  for (const is of after) {
    const found = before.findIndex((was, index) => index >= done && isVersionOf(was, is));
    if (found < 0) {
      came.push(is);
      continue;
    }
    endUnpaired(found);
    pairs.push({ kind: 'changed', was: before[found], is });
    done = found + 1;
  }
  endUnpaired(before.length);
  return pairs;
}

function isVersionOf(was: Unit, is: Unit): boolean {
  if (was.block?.tagName !== is.block?.tagName) return false;
  if (!is.block || PLACED.has(is.block.tagName)) return true;
  const [words, others] = [wordsOf(was), wordsOf(is)];
  const common = [...words].filter((word) => others.has(word)).length;
  return common >= ALIKE * Math.min(words.size, others.size);
}

function wordsOf({ nodes }: Unit): Set<string> {
  return new Set(
    tokensOf(nodes)
      .map(({ text }) => text.trim())
      .filter((text) => text !== ''),
  );
}

function mergeWords(before: readonly Content[], after: readonly Content[]): Content[] {
  const [was, is] = [tokensOf(before), tokensOf(after)];
  const tokens: MarkedToken[] = [];
  // Some texts have more words than a call takes parameters.
  const add = (kind: Kind, some: readonly Token[]) => {
    for (const token of some) tokens.push({ ...token, kind });
  };
  let [inWas, inIs] = [0, 0];
  for (const { fromA, toA, fromB, toB } of compare(was, is, lookOf)) {
    const between = is.slice(inIs, fromB);
    // One blank that stayed does not part two changes.
    if (inIs > 0 && between.every(({ text }) => text.trim() === '')) {
      add('removed', was.slice(inWas, fromA));
      add('added', between);
    } else add('same', between);
    add('removed', was.slice(fromA, toA));
    add('added', is.slice(fromB, toB));
    [inWas, inIs] = [toA, toB];
  }
  add('same', is.slice(inIs));
  return build(inOrder(tokens), 0);
}

/** A word that became bold, or that leads elsewhere, has changed. */
function lookOf({ text, path }: Token): string {
  return [text, ...path.map(nameOf)].join('\n');
}

function nameOf(element: Element | undefined): string {
  return element ? `${element.tagName} ${String(element.properties.href ?? '')}` : '';
}

/** In a row of changes, everything that went stands before everything that came. */
function inOrder(tokens: readonly MarkedToken[]): MarkedToken[] {
  let ordered: MarkedToken[] = [];
  let removed: MarkedToken[] = [];
  let added: MarkedToken[] = [];
  const end = () => {
    if (removed.length + added.length > 0) ordered = ordered.concat(removed, added);
    [removed, added] = [[], []];
  };
  for (const token of tokens) {
    if (token.kind === 'removed') removed.push(token);
    else if (token.kind === 'added') added.push(token);
    else {
      end();
      ordered.push(token);
    }
  }
  end();
  return ordered;
}

function tokensOf(nodes: readonly Content[], path: readonly Element[] = []): Token[] {
  return nodes.flatMap((node): Token[] => {
    if (node.type === 'text')
      return (node.value.match(WORDS) ?? []).map((text) => ({ text, path, atom: undefined }));
    if (ATOMS.has(node.tagName)) return [{ text: keyOf([node]), path, atom: node }];
    return tokensOf(node.children, [...path, node]);
  });
}

function build(tokens: readonly MarkedToken[], depth: number): Content[] {
  const built: Content[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { path, kind } = tokens[at] as MarkedToken;
    const around = path[depth];
    const isBeside = (token: MarkedToken | undefined) =>
      token && nameOf(token.path[depth]) === nameOf(around) && (around || token.kind === kind);
    let end = at + 1;
    while (isBeside(tokens[end])) end++;
    const some = tokens.slice(at, end);
    if (around) built.push({ ...around, children: build(some, depth + 1) });
    else built.push(...inKind(kind, some.map(nodeOf)));
    at = end;
  }
  return built;
}

function nodeOf({ text, atom }: Token): Content {
  return atom ?? { type: 'text', value: text };
}

function inKind(kind: Kind, nodes: readonly Content[]): Content[] {
  const children = joined(nodes);
  if (kind === 'same') return children;
  // Nobody looks for a blank that came or went.
  if (children.every((node) => node.type === 'text' && node.value.trim() === ''))
    return kind === 'added' ? children : [];
  return [element(kind === 'added' ? 'ins' : 'del', {}, children)];
}

function joined(nodes: readonly Content[]): Content[] {
  const children: Content[] = [];
  for (const node of nodes) {
    const last = children.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value += node.value;
    else children.push(node.type === 'text' ? { ...node } : node);
  }
  return children;
}

/** The changes from one list to another. Each item becomes one character, so that comparing letters compares items. */
function compare<Item>(before: readonly Item[], after: readonly Item[], keyOfItem: (item: Item) => string) {
  const codes = new Map<string, number>();
  const encode = (items: readonly Item[]) =>
    items
      .map((item) => {
        const key = keyOfItem(item);
        const code = codes.get(key) ?? codes.size;
        codes.set(key, code);
        // Beyond the codes that are no letters by themselves, two items may pass for one: the marks are coarse then.
        return String.fromCharCode(1 + (code % (CODES - 1)));
      })
      .join('');
  return joinedChanges(diff(encode(before), encode(after), LIMITS));
}

type Span = Pick<Change, 'fromA' | 'toA' | 'fromB' | 'toB'>;

/** An insertion and a deletion at one place may be two changes, one behind the other. */
function joinedChanges(changes: readonly Change[]): Span[] {
  const spans: Span[] = [];
  for (const { fromA, toA, fromB, toB } of changes) {
    const last = spans.at(-1);
    if (last?.toA === fromA && last.toB === fromB)
      spans[spans.length - 1] = { fromA: last.fromA, fromB: last.fromB, toA, toB };
    else spans.push({ fromA, toA, fromB, toB });
  }
  return spans;
}
