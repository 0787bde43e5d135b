/** What is told about a page above its text, in YAML between two lines of dashes. */
import { Document, isMap, parseDocument } from 'yaml';

const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)(?:\r?\n)?/;
const LONGEST = 64 * 1024;

/** What this product writes and understands. */
export interface FrontMatter {
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
const OF_THIS_PRODUCT = ['id', 'order', 'visibility', 'created', 'updated'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @returns the text with its front matter above; {@link splitFrontMatter} gives both back */
export function withFrontMatter(matter: FrontMatter, text: string): string {
  const given = Object.fromEntries(Object.entries(matter).filter(([, value]) => value !== undefined));
  // One line for each, whatever is in it: no line of a value may look like the end of the block.
  const yaml = new Document(given).toString({
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  });
  return `---\n${yaml}---\n\n${text}`;
}

/**
 * @returns what is known of the front matter, and the text below. What other programs wrote there stays on top of the
 *   text; a block that is no YAML is text
 */
export function splitFrontMatter(file: string): { readonly matter: FrontMatter; readonly text: string } {
  const [block, yaml = ''] = BLOCK.exec(file) ?? [];
  const whole = { matter: {}, text: file.replace(/^\uFEFF/, '') };
  if (block === undefined || yaml.length > LONGEST) return whole;
  const document = parse(yaml);
  if (!document) return whole;
  const isOurs = UUID.test(String(document.get('id')));
  const matter: Record<string, string | number> = {};
  for (const key of isOurs ? [...OF_ANYONE, ...OF_THIS_PRODUCT] : OF_ANYONE) {
    const value = document.get(key);
    // An unquoted title may look like a number.
    if (key !== 'order' && (typeof value === 'string' || typeof value === 'number'))
      matter[key] = String(value);
    if (key === 'order' && typeof value === 'number' && Number.isFinite(value)) matter[key] = value;
  }
  const known = Object.keys(matter);
  if (known.length === 0) return whole;
  for (const key of known) document.delete(key);
  const text = file.slice(block.length);
  const hasMore = isMap(document.contents) && document.contents.items.length > 0;
  return { matter, text: hasMore ? `---\n${document.toString({ lineWidth: 0 })}---\n\n${text}` : text };
}

function parse(yaml: string): Document | undefined {
  try {
    // Never made into values as a whole: aliases could make a few lines into gigabytes.
    const document = parseDocument(yaml, { schema: 'core' });
    return document.errors.length === 0 && isMap(document.contents) ? document : undefined;
  } catch {
    return undefined;
  }
}
