/**
 * Front matter, highlights, formulas and wiki links for the reading view's parser (micromark). It takes them where the editor's parser has found
 * them, so that both views agree on what is one.
 */
import { splice } from 'micromark-util-chunked';
import { resolveAll } from 'micromark-util-resolve-all';
import type {
  Construct,
  Event,
  Extension,
  Resolver,
  State,
  Token,
  TokenizeContext,
} from 'micromark-util-types';
import type { FoundSyntax } from './find-syntax.ts';

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    highlight: 'highlight';
    highlightMark: 'highlightMark';
    highlightMaybe: 'highlightMaybe';
    frontMatter: 'frontMatter';
    formula: 'formula';
    formulaBlock: 'formulaBlock';
    blockLine: 'blockLine';
    wikiLink: 'wikiLink';
    longText: 'longText';
  }
}

const EQUALS = 61;
const DOLLAR = 36;
const DASH = 45;
const BRACKET = 91;
const EXCLAMATION = 33;
// Of ASCII, which all marks are of.
const FIRST_SIGN = 33;
const LAST_SIGN = 126;
// micromark's codes of line endings are -5 to -3.
const LAST_LINE_ENDING = -3;

export function pageTokens({
  frontMatter,
  formulas,
  blocks,
  texts,
  highlights,
  wikiLinks,
  longTexts,
}: FoundSyntax): Extension {
  const links = inText('wikiLink', (at) => {
    const source = wikiLinks.get(at);
    return source === undefined ? undefined : at + source.length;
  });
  const long = asLongText((at) => longTexts.find(({ from, to }) => from <= at && at < to)?.to);
  const ends = new Set(highlights.values());
  const mark: Construct = {
    name: 'highlight',
    tokenize(effects, ok, nok) {
      const second: State = (code) => {
        if (code !== EQUALS) return nok(code);
        effects.consume(code);
        effects.exit('highlightMaybe');
        return ok;
      };
      return (code) => {
        const { offset } = this.now();
        if (code !== EQUALS || !(highlights.has(offset) || ends.has(offset))) return nok(code);
        effects.enter('highlightMaybe');
        effects.consume(code);
        return second;
      };
    },
    resolveAll: (events, context) => pairMarks(events, context, highlights),
  };
  const text = {
    [EQUALS]: mark,
    [DOLLAR]: inText('formula', (at) => formulas.get(at)?.to),
    [BRACKET]: links,
    [EXCLAMATION]: links,
  };
  return {
    text: longTexts.length === 0 ? text : fromAnySign(long, text),
    flow: {
      [DASH]: asBlock('frontMatter', (at) => (at === 0 ? frontMatter?.to : undefined)),
      [DOLLAR]: [asBlock('formulaBlock', (at) => blocks.get(at)?.to), asText(texts)],
    },
    insideSpan: { null: [mark] },
  };
}

/** A long text begins with its first sign: what begins later may be part of none. */
function fromAnySign(long: Construct, text: Readonly<Record<number, Construct>>) {
  const all: Record<number, Construct[]> = {};
  for (let code = FIRST_SIGN; code <= LAST_SIGN; code++) {
    const other = text[code];
    all[code] = other ? [long, other] : [long];
  }
  return all;
}

/** @param endOf where what begins at this place ends */
function inText(name: 'formula' | 'wikiLink', endOf: (at: number) => number | undefined): Construct {
  return {
    name,
    tokenize(effects, ok, nok) {
      let to = 0;
      const rest: State = (code) => {
        if (code === null || this.now().offset >= to) {
          effects.exit(name);
          return ok(code);
        }
        effects.consume(code);
        return rest;
      };
      return (code) => {
        const found = endOf(this.now().offset);
        if (found === undefined) return nok(code);
        to = found;
        effects.enter(name);
        return rest(code);
      };
    },
  };
}

/** A text of several lines: micromark counts their ends. @param endOf where the text around this place ends */
function asLongText(endOf: (at: number) => number | undefined): Construct {
  return {
    name: 'longText',
    tokenize(effects, ok, nok) {
      let to = 0;
      const next: State = (code) => {
        if (code === null || this.now().offset >= to) {
          effects.exit('longText');
          return ok(code);
        }
        const kind = code <= LAST_LINE_ENDING ? 'lineEnding' : 'blockLine';
        effects.enter(kind);
        effects.consume(code);
        if (kind === 'blockLine') return inLine;
        effects.exit(kind);
        return next;
      };
      const inLine: State = (code) => {
        if (code === null || code <= LAST_LINE_ENDING || this.now().offset >= to) {
          effects.exit('blockLine');
          return next(code);
        }
        effects.consume(code);
        return inLine;
      };
      return (code) => {
        const found = endOf(this.now().offset);
        if (found === undefined) return nok(code);
        to = found;
        effects.enter('longText');
        return next(code);
      };
    },
  };
}

/** @param endOf as above; of a block of whole lines */
function asBlock(name: 'frontMatter' | 'formulaBlock', endOf: (at: number) => number | undefined): Construct {
  return {
    name,
    concrete: true,
    tokenize(effects, ok, nok) {
      let to = 0;
      const line: State = (code) => {
        // A container that ends earlier ends the formula, too.
        const isEnd = code === null || (code <= LAST_LINE_ENDING && this.now().offset >= to);
        if (isEnd) {
          effects.exit(name);
          return ok(code);
        }
        if (code <= LAST_LINE_ENDING) {
          effects.enter('lineEnding');
          effects.consume(code);
          effects.exit('lineEnding');
          return line;
        }
        effects.enter('blockLine');
        return inLine(code);
      };
      const inLine: State = (code) => {
        if (code === null || code <= LAST_LINE_ENDING) {
          effects.exit('blockLine');
          return line(code);
        }
        effects.consume(code);
        return inLine;
      };
      return (code) => {
        const found = endOf(this.now().offset);
        if (found === undefined) return nok(code);
        // The text above need not know where the formula ends, and would be open until then.
        if (this.interrupt) return ok(code);
        to = found;
        effects.enter(name);
        return line(code);
      };
    },
  };
}

/** A paragraph that ends where it is said to, and at no line that would end another one. */
function asText(texts: FoundSyntax['texts']): Construct {
  return {
    name: 'formulaText',
    concrete: true,
    tokenize(effects, ok, nok) {
      let to = 0;
      let previous: Token | undefined;
      const lineStart: State = (code) => {
        if (code === null) return end(code);
        const chunk = effects.enter('chunkText', { contentType: 'text', previous });
        if (previous) previous.next = chunk;
        previous = chunk;
        return inLine(code);
      };
      const inLine: State = (code) => {
        const isLineEnd = code === null || code <= LAST_LINE_ENDING;
        if (isLineEnd && (code === null || this.now().offset >= to)) {
          effects.exit('chunkText');
          return end(code);
        }
        effects.consume(code);
        if (!isLineEnd) return inLine;
        effects.exit('chunkText');
        return lineStart;
      };
      const end: State = (code) => {
        effects.exit('paragraph');
        return ok(code);
      };
      return (code) => {
        const found = texts.get(this.now().offset);
        if (found === undefined) return nok(code);
        if (this.interrupt) return ok(code);
        to = found;
        effects.enter('paragraph');
        return lineStart(code);
      };
    },
  };
}

/** As micromark's extension for strikethrough does, with pairs that are known. */
function pairMarks(
  events: Event[],
  context: TokenizeContext,
  highlights: ReadonlyMap<number, number>,
): ReturnType<Resolver> {
  for (let closing = 0; closing < events.length; closing++) {
    const [kind, close] = events[closing] ?? [];
    if (kind !== 'enter' || close?.type !== 'highlightMaybe') continue;
    for (let opening = closing - 1; opening > 0; opening--) {
      const [openKind, open] = events[opening] ?? [];
      if (openKind !== 'exit' || open?.type !== 'highlightMaybe') continue;
      if (highlights.get(open.start.offset) !== close.start.offset) continue;
      const inside = events.slice(opening + 1, closing);
      const made = wrap(open, close, inside, context);
      splice(events, opening - 1, closing - opening + 3, made);
      closing = opening + made.length - 2;
      break;
    }
  }
  for (const [, token] of events) if (token.type === 'highlightMaybe') token.type = 'data';
  return events;
}

function wrap(open: Token, close: Token, inside: Event[], context: TokenizeContext): Event[] {
  open.type = 'highlightMark';
  close.type = 'highlightMark';
  const whole: Token = { type: 'highlight', start: { ...open.start }, end: { ...close.end } };
  const constructs = context.parser.constructs.insideSpan.null;
  return [
    ['enter', whole, context],
    ['enter', open, context],
    ['exit', open, context],
    ...(constructs ? resolveAll(constructs, inside, context) : inside),
    ['enter', close, context],
    ['exit', close, context],
    ['exit', whole, context],
  ];
}
