/**
 * Two versions of a rendered text in one: words that came are in <ins>, words that went in <del>, and whole blocks say so by
 * themselves. The trees are compared as a reader sees them, so that a change of Markdown's signs is a change of what they mean.
 */
import { type Change, diff } from '@codemirror/merge';
import {
  type Content,
  type Element,
  element,
  type Root,
} from '../../../../../../markdown/src/read/elements.ts';
import { type Budget, TakesTooLong } from '../../../../../../markdown/src/tree/budget.ts';
import type { Sliced } from '../../../../../../markdown/src/tree/sliced.ts';

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
const LIMITS = { scanLimit: 1000, timeout: 100 };
// A text has so many at most, both versions together: a look at all of them makes no pause.
const MOST_TOKENS = 250_000;
/** They are what they are by their place. */
const PLACED: ReadonlySet<string> = new Set(['td', 'th', 'thead', 'tbody', 'ul', 'ol']);
/** Blocks are two versions of one where so many words of the shorter one are in the longer one. */
const ALIKE = 0.5;
const CODES = 0xd800;

/** @throws {TakesTooLong} */
export function* mergeRendered(before: Root, after: Root, budget: Budget): Sliced<MergedBlock[]> {
  const merger = new Merger(budget);
  const changed: MergedBlock[] = [];
  for (const { kind, was, is } of yield* merger.align(before.children, after.children)) {
    const nodes = kind === 'same' ? (is?.nodes ?? []) : yield* merger.merge(was, is);
    for (const node of nodes) changed.push({ node, isChanged: kind !== 'same' });
  }
  return changed;
}

interface Aligned {
  readonly kind: 'same' | 'changed';
  readonly was: Unit | undefined;
  readonly is: Unit | undefined;
}

/** Counts what it compares. */
class Merger {
  readonly #budget: Budget;
  readonly #words = new WeakMap<Unit, ReadonlySet<string>>();

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  *align(before: readonly Content[], after: readonly Content[]): Sliced<Aligned[]> {
    const [was, is] = [this.#unitsOf(before), this.#unitsOf(after)];
    const aligned: Aligned[] = [];
    let at = 0;
    yield;
    for (const { fromA, toA, fromB, toB } of compare(was, is, ({ key }) => key)) {
      for (const unit of is.slice(at, fromB)) aligned.push({ kind: 'same', was: unit, is: unit });
      for (const pair of yield* this.#pairUp(was.slice(fromA, toA), is.slice(fromB, toB))) aligned.push(pair);
      at = toB;
    }
    for (const unit of is.slice(at)) aligned.push({ kind: 'same', was: unit, is: unit });
    return aligned;
  }

  *merge(was: Unit | undefined, is: Unit | undefined): Sliced<Content[]> {
    yield;
    if (was?.block && is?.block) return [yield* this.#mergeElements(was.block, is.block)];
    if (is?.block && !was) {
      const merged = yield* this.#mergeElements(emptied(is.block), is.block);
      return [{ ...merged, ...marked(is.block, 'added') }];
    }
    if (was?.block && !is) {
      const merged = yield* this.#mergeElements(was.block, emptied(was.block));
      return [{ ...merged, ...marked(was.block, 'removed') }];
    }
    return yield* this.#mergeWords(was?.nodes ?? [], is?.nodes ?? []);
  }

  *#mergeElements(was: Element, is: Element): Sliced<Element> {
    const children: Content[] = [];
    for (const each of yield* this.align(was.children, is.children)) {
      const nodes = each.kind === 'same' ? (each.is?.nodes ?? []) : yield* this.merge(each.was, each.is);
      for (const node of nodes) children.push(node);
    }
    return { ...is, children };
  }

  /** Finds for each new block the one it was made of, in the order of the text. Blocks that went stand before those that came. */
  *#pairUp(before: readonly Unit[], after: readonly Unit[]): Sliced<Aligned[]> {
    const pairs: Aligned[] = [];
    let done = 0;
    let came: Unit[] = [];
    const endUnpaired = (to: number) => {
      for (const was of before.slice(done, to)) pairs.push({ kind: 'changed', was, is: undefined });
      for (const is of came) pairs.push({ kind: 'changed', was: undefined, is });
      came = [];
    };
    for (const is of after) {
      yield;
      const found = before.findIndex((was, index) => index >= done && this.#isVersionOf(was, is));
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

  #isVersionOf(was: Unit, is: Unit): boolean {
    this.#budget.step();
    if (was.block?.tagName !== is.block?.tagName) return false;
    if (!is.block || PLACED.has(is.block.tagName)) return true;
    const [words, others] = [this.#wordsOf(was), this.#wordsOf(is)];
    this.#budget.print(words.size);
    const common = [...words].filter((word) => others.has(word)).length;
    return common >= ALIKE * Math.min(words.size, others.size);
  }

  #wordsOf(unit: Unit): ReadonlySet<string> {
    let words = this.#words.get(unit);
    if (!words) {
      words = new Set(
        this.#tokensOf(unit.nodes)
          .map(({ text }) => text.trim())
          .filter((text) => text !== ''),
      );
      this.#words.set(unit, words);
    }
    return words;
  }

  #tokensOf(nodes: readonly Content[]): Token[] {
    const tokens = tokensOf(nodes);
    this.#budget.print(tokens.length);
    return tokens;
  }

  #unitsOf(children: readonly Content[]): Unit[] {
    const units = unitsOf(children);
    // How a block looks has all that is in it.
    for (const { key } of units) this.#budget.print(key.length);
    return units;
  }

  *#mergeWords(before: readonly Content[], after: readonly Content[]): Sliced<Content[]> {
    const was = this.#tokensOf(before);
    yield;
    const is = this.#tokensOf(after);
    if (was.length + is.length > MOST_TOKENS) throw new TakesTooLong();
    yield;
    return yield* mergeTokens(was, is);
  }
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

function* mergeTokens(was: readonly Token[], is: readonly Token[]): Sliced<Content[]> {
  const tokens: MarkedToken[] = [];
  // Some texts have more words than a call takes parameters.
  const add = (kind: Kind, some: readonly Token[]) => {
    for (const token of some) tokens.push({ ...token, kind });
  };
  let [inWas, inIs] = [0, 0];
  const changes = compare(was, is, lookOf);
  yield;
  for (const { fromA, toA, fromB, toB } of changes) {
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
  yield;
  const ordered = inOrder(tokens);
  yield;
  return build(ordered, 0);
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

/** An insertion and a deletion at one place may be two changes, one after the other. */
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
