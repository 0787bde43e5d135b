/**
 * Notion's Markdown and ours. Theirs has a line for each block and no empty ones; ours has an empty line
 * between blocks, or two paragraphs would be read as one. Everything else is the same text, also Notion's tags:
 * they mean nothing here, but go back as they came.
 *
 * This is the dialect of API version 2026-03-11, the only file that knows it.
 */

const FENCE = /^\t*(`{3,}|~{3,})/;
const BLANK = /^\s*$/;
// Within a line; every other tag is a block, or a part of one.
const INLINE_TAG = /^<(?:span|br|mention-|citation|https?:)/;

/** @returns Notion's Markdown as it is kept in a page */
export function fromNotion(markdown: string): string {
  const lines: string[] = [];
  let before: string | undefined;
  for (const { line, isCode, startsCode } of readLines(withoutSignatures(markdown))) {
    // An indented line belongs to the line above.
    const kind = isCode ? 'code' : line.startsWith('\t') ? before : kindOf(line);
    const isApart = isCode ? startsCode && !line.startsWith('\t') : kind !== before || kind === 'text';
    if (isApart && !line.startsWith('\t') && lines.length > 0 && !BLANK.test(lines.at(-1) ?? ''))
      lines.push('');
    lines.push(line);
    before = isCode && line.startsWith('\t') ? before : kind;
  }
  return lines.join('\n');
}

/** @returns a page's text as Notion has it: without empty lines, but for those of code */
export function toNotion(text: string): string {
  return readLines(text)
    .filter(({ line, isCode }) => isCode || !BLANK.test(line))
    .map(({ line }) => line)
    .join('\n');
}

/** Texts that Notion treats as equal have one form. */
export function canonical(text: string): string {
  return toNotion(withoutSignatures(text)).replaceAll(/[ \t]+$/gm, '');
}

/** Whether two texts have the same words in the same order, however they are marked up. */
export function saysTheSame(one: string, other: string): boolean {
  return words(one) === words(other);
}

function words(text: string): string {
  return withoutSignatures(text)
    .replaceAll(/^\s*\d+[.)]/gm, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Front matter stays here: Notion would take it for text. */
export function splitFrontMatter(content: string): { readonly frontMatter: string; readonly body: string } {
  const frontMatter = /^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)\s*/.exec(content)?.[0] ?? '';
  // Without a key it is a rule, and text between two of them.
  if (!/^[\w-]+[ \t]*:/m.test(frontMatter)) return { frontMatter: '', body: content };
  return { frontMatter, body: content.slice(frontMatter.length) };
}

// Notion signs the addresses of its files differently each time.
const ADDRESS = /https?:\/\/[^\s<>"')\]]+/g;
const SIGNING = /^(?:x-amz-.*|expirationtimestamp|signature|expires|key-pair-id|policy)$/i;

export function withoutSignatures(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(ADDRESS, (address) => {
    if (!isSigned(address)) return address;
    const [path = '', query = ''] = address.split('?', 2);
    const rest = query.split('&').filter((part) => !SIGNING.test(part.split('=', 1)[0] ?? ''));
    return rest.length === 0 ? path : `${path}?${rest.join('&')}`;
  });
}

/** Whether a text holds the address of a file that Notion keeps. */
export function holdsNotionFile(text: string): boolean {
  return (text.match(ADDRESS) ?? []).some((address) => isSigned(address) || KEPT_BY_NOTION.test(address));
}

const KEPT_BY_NOTION =
  /^https?:\/\/(?:prod-files-secure\.s3[.\w-]*\.amazonaws\.com|[\w.-]+\.notion-static\.com|file\.notion\.so|s3[.\w-]*\.amazonaws\.com\/secure\.notion-static\.com)\//;

function isSigned(address: string): boolean {
  return /[?&](?:X-Amz-Signature|expirationTimestamp|signature)=/.test(address);
}

interface Line {
  readonly line: string;
  /** Within a code block, its fences included. */
  readonly isCode: boolean;
  readonly startsCode: boolean;
}

function readLines(text: string): Line[] {
  let fence: string | undefined;
  return text.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      return { line, isCode: mark !== undefined, startsCode: mark !== undefined };
    }
    const rest = line.trim();
    if (mark?.startsWith(fence) && rest === mark) fence = undefined;
    return { line, isCode: true, startsCode: false };
  });
}

function kindOf(line: string): string {
  if (/^(?:[-*+]|\d+[.)])(?: |$)/.test(line) && !/^---+\s*$/.test(line)) return 'list';
  if (line.startsWith('>')) return 'quote';
  if (/^<\/?[a-z]/.test(line) && !INLINE_TAG.test(line)) return 'tag';
  if (line.startsWith('|')) return 'table';
  return 'text';
}
