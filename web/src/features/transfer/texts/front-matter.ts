/** A page's metadata above its text, in YAML between two lines of dashes. */
import { Document, isMap, parseDocument } from 'yaml';
import type { WrittenLook } from '../../../lib/page/known-looks.ts';

const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)(?:\r?\n)?/;
const OWN_BLOCK = /^(---[ \t]*\r?\n)(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;
const LONGEST = 64 * 1024;

/** The keys that Trellis reads and writes. */
export interface FrontMatter extends WrittenLook {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly id?: string | undefined;
  /** The place among the siblings. */
  readonly order?: number | undefined;
  readonly visibility?: string | undefined;
  readonly created?: string | undefined;
  readonly updated?: string | undefined;
}

// Other programs mean something else by `id`, `order` and the like.
const OF_ANYONE = ['title', 'description'] as const;
const OF_THIS_PRODUCT = [
  ...['id', 'order', 'visibility', 'created', 'updated'],
  ...['icon', 'cover', 'width', 'size', 'locked'],
] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

// In an export, the lines below this one stand in the page's own text.
const OWN = '# The page’s own front matter:';
// Marks keys that the page's own has as well: YAML keys are unique, and its own stay as they are.
const PREFIX = 'trellis-';

/** @returns the text with its front matter above, or in its own; {@link splitFrontMatter} gives both back */
export function withFrontMatter(matter: FrontMatter, text: string): string {
  const given = Object.entries(matter).filter(([, value]) => value !== undefined);
  return intoOwn(given, text) ?? `---\n${linesOf(Object.fromEntries(given))}---\n\n${text}`;
}

/** @returns undefined for a text without front matter, or with one that takes no lines above */
function intoOwn(given: readonly [string, string | number][], text: string): string | undefined {
  const [block, open = '', yaml = ''] = OWN_BLOCK.exec(text) ?? [];
  if (block === undefined) return undefined;
  const own = parse(yaml);
  if (!own) return undefined;
  const ours = Object.fromEntries(given.map(([key, value]) => [own.has(key) ? PREFIX + key : key, value]));
  const above = `${linesOf(ours)}${OWN}\n`;
  // It may be written in a way that takes no lines above: between brackets, or indented.
  const isWhole = above.length + yaml.length <= LONGEST && parse(`${above}${yaml}`) !== undefined;
  return isWhole ? `${open}${above}${text.slice(open.length)}` : undefined;
}

/** Each value has one line, whatever it holds: none may look like the end of the block. */
function linesOf(values: Readonly<Record<string, string | number>>): string {
  return new Document(values).toString({
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
}

/**
 * @returns the keys that the export of a page wrote above its text, and the text as it was. The front matter of other
 *   programs stays in the text: of that, title and description are read; a block that is no YAML is text
 */
export function splitFrontMatter(file: string): {
  readonly matter: FrontMatter;
  readonly text: string;
  /** Whether this product wrote it. */
  readonly isOurs: boolean;
} {
  const [block, yaml = ''] = BLOCK.exec(file) ?? [];
  const whole = { matter: {}, text: file.replace(/^\uFEFF/, ''), isOurs: false };
  if (block === undefined || yaml.length > LONGEST) return whole;
  const end = file.indexOf(`\n${OWN}\n`) + 1;
  const ofOwn = end > 0 && end < block.length ? end + OWN.length + 1 : undefined;
  const top = file.indexOf('\n') + 1;
  const document = parse(ofOwn === undefined ? yaml : file.slice(top, end));
  if (!document) return whole;
  const nameOf = (key: string) => (document.has(PREFIX + key) ? PREFIX + key : key);
  if (!UUID.test(String(document.get(nameOf('id')))))
    return { ...whole, matter: takeKeys(document, OF_ANYONE, (key) => key) };
  const matter = takeKeys(document, [...OF_ANYONE, ...OF_THIS_PRODUCT], nameOf);
  if (ofOwn !== undefined) return { matter, text: file.slice(0, top) + file.slice(ofOwn), isOurs: true };
  const text = file.slice(block.length);
  const hasMore = isMap(document.contents) && document.contents.items.length > 0;
  return {
    matter,
    text: hasMore ? `---\n${document.toString({ lineWidth: 0 })}---\n\n${text}` : text,
    isOurs: true,
  };
}

/** Takes the keys out of the document. */
function takeKeys(document: Document, keys: readonly string[], nameOf: (key: string) => string): FrontMatter {
  const matter: Record<string, string | number> = {};
  for (const key of keys) {
    const name = nameOf(key);
    const value = document.get(name);
    // An unquoted title may look like a number.
    if (key !== 'order' && (typeof value === 'string' || typeof value === 'number'))
      matter[key] = String(value);
    if (key === 'order' && typeof value === 'number' && Number.isFinite(value)) matter[key] = value;
    if (matter[key] !== undefined) document.delete(name);
  }
  return matter;
}

function parse(yaml: string): Document | undefined {
  try {
    // Never converted as a whole: aliases could expand a few lines into gigabytes.
    const document = parseDocument(yaml, { schema: 'core' });
    const isMatter = isMap(document.contents) || document.contents === null;
    return document.errors.length === 0 && isMatter ? document : undefined;
  } catch {
    return undefined;
  }
}
