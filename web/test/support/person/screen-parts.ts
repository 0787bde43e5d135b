/// <reference lib="dom" />
/**
 * Lists the parts of a screen: every kind of element with its states, at its place among those around it. A row more of
 * the same kind adds nothing, a dialog, an error or another state of a button does. Texts are left out.
 */
export interface ScreenParts {
  /** The theme that was chosen for this device, or none. */
  readonly chosen: string;
  readonly scheme: 'light' | 'dark';
  readonly parts: readonly string[];
  /** The outermost elements that have no fresh part in them. */
  readonly known: readonly Element[];
}

/**
 * Runs in the page, also when it was sent there: so everything it needs is in it.
 * @param isFresh whether a part was not there before. Without it every part is fresh.
 */
export function listParts(within: string, isFresh: (part: string) => boolean = () => true): ScreenParts {
  /** The values of these are states; of all others it only matters whether they are there. */
  const STATES =
    /^(class|style|role|type|disabled|readonly|required|tabindex|lang|dir|aria-(expanded|checked|selected|pressed|current|invalid|disabled|hidden|haspopup|busy|live|modal|orientation|sort|readonly|required|multiselectable))$/;
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
  const kindOf = (element: Element) => {
    const attributes = [...element.attributes]
      .map(({ name, value }) => (STATES.test(name) && name !== 'style' ? `${name}=${value}` : name))
      .sort();
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    return `${element.tagName} ${attributes.join(' ')} ${hasText}`;
  };
  const parts = new Set<string>();
  const known: Element[] = [];
  /** @returns whether there is a fresh part in the element; undefined where nobody sees it */
  const walk = (element: Element, around: string): boolean | undefined => {
    if (/^(script|style|head)$/i.test(element.tagName) || !element.checkVisibility()) return undefined;
    const part = hash(`${around} ${kindOf(element)}`);
    parts.add(part);
    const framed = element instanceof HTMLIFrameElement && element.contentDocument?.documentElement;
    const inside = Map.groupBy(framed ? [framed] : element.children, (one) => walk(one, part));
    const hasFresh = isFresh(part) || inside.has(true);
    if (hasFresh && !framed) known.push(...(inside.get(false) ?? []));
    return hasFresh;
  };
  const route = location.pathname.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');
  // Targets are large enough, and rows fold, depending on the room there is and on what points at them.
  const pointer = matchMedia('(pointer: coarse)').matches ? 'finger' : 'mouse';
  const screen = `${route} ${innerWidth < 768 ? 'narrow' : 'wide'} ${pointer}`;
  for (const root of document.querySelectorAll(within)) walk(root, screen);
  const chosen = document.documentElement.dataset.theme ?? '';
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return { chosen, scheme: isDark ? 'dark' : 'light', parts: [...parts], known };
}
