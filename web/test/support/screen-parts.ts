/// <reference lib="dom" />
/**
 * Lists the parts of a screen: every kind of element with its states, at its place among those around it. A row more of
 * the same kind adds nothing, a dialog, an error or another state of a button does. Texts are left out.
 */
export interface ScreenParts {
  readonly theme: string;
  readonly parts: readonly string[];
}

interface PartsWindow {
  /** Of the screen that was listed last. */
  readonly partOf: ReadonlyMap<Element, string>;
}

/** Runs in the page, also when it was sent there: so everything it needs is in it. */
export function listParts(within: string): ScreenParts {
  /** The values of these are states; of all others it only matters whether they are there. */
  const STATES =
    /^(class|style|role|type|disabled|readonly|required|tabindex|lang|dir|aria-(expanded|checked|selected|pressed|current|invalid|disabled|hidden|haspopup|busy|live|modal|orientation|sort|readonly|required|multiselectable))$/;
  const REFERENCES =
    /^(for|aria-(activedescendant|controls|describedby|details|errormessage|labelledby|owns))$/;
  const hash = (text: string) => {
    let one = 0xdeadbeef;
    let other = 0x41c6ce57;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
  };
  const ids = new Set<string>();
  const stateOf = ({ name, value, ownerDocument }: Attr) => {
    if (STATES.test(name) && name !== 'style') return `${name}=${value}`;
    // A name of nothing, one that is elsewhere and missing there, or two elements with one id are faults.
    if (value === '') return `${name} empty`;
    if (REFERENCES.test(name))
      return `${name} ${value.split(/\s+/).every((id) => ownerDocument.getElementById(id))}`;
    return name === 'id' && ids.size === ids.add(value).size ? 'id again' : name;
  };
  const kindOf = (element: Element) => {
    const attributes = [...element.attributes].map(stateOf).sort();
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    return `${element.tagName} ${attributes.join(' ')} ${hasText}`;
  };
  const partOf = new Map<Element, string>();
  const walk = (element: Element, around: string) => {
    if (/^(script|style|head)$/i.test(element.tagName) || !element.checkVisibility()) return;
    const part = hash(`${around} ${kindOf(element)}`);
    partOf.set(element, part);
    for (const child of element.children) walk(child, part);
    const framed = element instanceof HTMLIFrameElement && element.contentDocument?.documentElement;
    if (framed) walk(framed, part);
  };
  const route = location.pathname.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
  // Targets are large enough, and rows fold, depending on the room there is and on what points at them.
  const pointer = matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse';
  const screen = `${route} ${innerWidth < 768 ? 'narrow' : 'wide'} ${pointer}`;
  for (const root of document.querySelectorAll(within)) walk(root, screen);
  const chosen = document.documentElement.dataset.theme ?? '';
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  Object.assign(window, { partOf } satisfies PartsWindow);
  return { theme: `${chosen} ${isDark ? 'dark' : 'light'}`, parts: [...new Set(partOf.values())] };
}

interface FreshParts {
  readonly within: string;
  /** Those that are to be looked at. */
  readonly fresh: readonly string[];
}

/**
 * Runs in the page as `listParts` does, and after it.
 * @returns the outermost elements in which there is nothing of them
 */
export function settledElements({ within, fresh }: FreshParts): Element[] {
  // A rule asks for each element whether it is in one of these: few large ones save work, many small ones do not.
  const SMALLEST = 8;
  const { partOf } = window as unknown as PartsWindow;
  const isFresh = new Set(fresh);
  /** @returns how many elements are in it, 0 when any of them is not settled, and those that are settled inside */
  const look = (element: Element): { readonly size: number; readonly settled: readonly Element[] } => {
    const part = partOf.get(element);
    const framed = element instanceof HTMLIFrameElement && element.contentDocument?.documentElement;
    const inner = [...element.children, ...(framed ? [framed] : [])].map((child) => look(child));
    const isSettled = part !== undefined && !isFresh.has(part) && inner.every(({ size }) => size > 0);
    const size = inner.reduce((sum, child) => sum + child.size, 1);
    if (isSettled) return { size, settled: size < SMALLEST ? [] : [element] };
    // Those in a frame are out of reach of who looks at the page around it.
    return { size: 0, settled: framed ? [] : inner.flatMap(({ settled }) => settled) };
  };
  return [...document.querySelectorAll(within)].flatMap((root) => [...look(root).settled]);
}
