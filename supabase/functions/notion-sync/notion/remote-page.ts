/** Reads and changes the text of a page at Notion. */
import type { Client } from '@notionhq/client';
import type { Texts } from '../core/decide.ts';
import { fromNotion, holdsNotionFile, saysTheSame, toNotion } from '../core/dialect.ts';
import { findHunk } from '../core/hunk.ts';
import { type Icon, iconThere } from '../core/icons.ts';
import { PageProblem } from '../page-problem.ts';
import { problemOf } from './problems.ts';
import { type NotionRequests, UncertainWrite } from './requests.ts';

// Notion's own: 500 KB in a request.
const LARGEST_TEXT = 450_000;
const LONGEST_NAME = 500;

export interface RemotePage {
  readonly id: string;
  readonly texts: Texts;
  /** As Notion wrote it. */
  readonly markdown: string;
  readonly url: string | undefined;
  readonly icon: Icon;
  /** Notion gave a part of it only. */
  readonly isTruncated: boolean;
  /** Blocks that have no Markdown, or are not shared. */
  readonly unknownBlockIds: readonly string[];
}

/**
 * @throws {PageProblem} when it is gone, in Notion's trash or not shared, and as {@link NotionRequests.read}
 */
export async function readRemotePage(requests: NotionRequests, id: string): Promise<RemotePage> {
  try {
    const page = await requests.read((notion) => notion.pages.retrieve({ page_id: id }));
    if (('in_trash' in page && page.in_trash) || ('archived' in page && page.archived))
      throw new PageProblem('gone', 'in-trash');
    const answer = await requests.read((notion) => notion.pages.retrieveMarkdown({ page_id: id }));
    return {
      id,
      texts: { name: titleOf(page), text: fromNotion(answer.markdown) },
      markdown: answer.markdown.replaceAll('\r\n', '\n'),
      url: 'url' in page ? page.url : undefined,
      icon: iconThere(page),
      isTruncated: answer.truncated,
      unknownBlockIds: answer.unknown_block_ids,
    };
  } catch (error) {
    throw problemOf(error);
  }
}

/**
 * Changes a page at Notion, if it still has the text that was read.
 * @returns the texts in Notion's form
 * @throws {PageProblem} when Notion refuses it, and as {@link NotionRequests.write}
 */
export async function writeRemotePage(
  requests: NotionRequests,
  remote: RemotePage,
  wanted: Texts,
): Promise<Texts> {
  const text = await writeText(requests, remote, toNotion(wanted.text));
  const name = await writeName(requests, remote, wanted.name);
  return { name, text };
}

async function writeText(requests: NotionRequests, remote: RemotePage, wanted: string): Promise<string> {
  const current = toNotion(remote.markdown);
  if (toNotion(remote.texts.text) === wanted || current === wanted) return remote.texts.text;
  if (new TextEncoder().encode(wanted).length > LARGEST_TEXT) throw new PageProblem('failed', 'too-large');
  const hunk = findHunk(remote.markdown, restoreUntouched(remote, wanted));
  // Notion signs a file's address for each answer, so an old one is not valid.
  if (hunk && (holdsNotionFile(hunk.before) || holdsNotionFile(hunk.after)))
    throw new PageProblem('blocked', 'notion-files');
  const change = hunk
    ? {
        type: 'update_content' as const,
        update_content: { content_updates: [{ old_str: hunk.before, new_str: hunk.after }] },
      }
    : { type: 'replace_content' as const, replace_content: { new_str: wanted } };
  return fromNotion(
    await sent(
      async () => {
        const answer = await requests.write((notion) =>
          notion.pages.updateMarkdown({ page_id: remote.id, ...change }),
        );
        return answer.markdown;
      },
      async () => {
        const now = await requests.read((notion) => notion.pages.retrieveMarkdown({ page_id: remote.id }));
        // Notion puts it into its own form; anything else that stands there is not ours.
        return saysTheSame(now.markdown, wanted) ? now.markdown : undefined;
      },
    ),
  );
}

async function writeName(requests: NotionRequests, remote: RemotePage, name: string): Promise<string> {
  if (name === remote.texts.name || name === '') return remote.texts.name;
  return sent(
    async () =>
      titleOf(
        await requests.write((notion) =>
          notion.pages.update({
            page_id: remote.id,
            // This is the id of the property, whatever it is called.
            properties: { title: { title: [{ text: { content: name } }] } },
          }),
        ),
      ),
    async () => {
      const now = titleOf(await requests.read((notion) => notion.pages.retrieve({ page_id: remote.id })));
      return saysTheSame(now, name) ? now : undefined;
    },
  );
}

/** @throws what Notion's client throws, and as {@link NotionRequests.write} */
export async function writeRemoteIcon(
  requests: NotionRequests,
  { id }: RemotePage,
  emoji: string | null,
): Promise<void> {
  const icon = emoji === null ? null : { type: 'emoji' as const, emoji };
  await requests.write((notion) => notion.pages.update({ page_id: id, icon }));
}

/** @param readBack reads the page after an uncertain write; undefined when it is not the text that was sent */
async function sent(
  write: () => Promise<string>,
  readBack: () => Promise<string | undefined>,
): Promise<string> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof UncertainWrite)) throw problemOf(error);
    const now = await readBack().catch((problem) => {
      throw problemOf(problem);
    });
    if (now === undefined) throw new PageProblem('failed', 'not-written', error);
    return now;
  }
}

/** Lines whose addresses are signed are those of the page as it is now. */
function restoreUntouched({ markdown, texts }: RemotePage, wanted: string): string {
  const signed = markdown.split('\n');
  const plain = toNotion(texts.text).split('\n');
  if (plain.length !== signed.length) return wanted;
  const known = new Map(plain.map((line, index) => [line, signed[index] ?? line]));
  return wanted
    .split('\n')
    .map((line) => known.get(line) ?? line)
    .join('\n');
}

type AnyPage = Awaited<ReturnType<Client['pages']['retrieve']>>;

export function titleOf(page: AnyPage | object): string {
  if (!('properties' in page)) return '';
  for (const property of Object.values(page.properties as Record<string, unknown>))
    if (isTitle(property))
      return property.title
        .map(({ plain_text }) => plain_text)
        .join('')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, LONGEST_NAME);
  return '';
}

function isTitle(
  property: unknown,
): property is { readonly title: readonly { readonly plain_text: string }[] } {
  return (
    typeof property === 'object' && property !== null && 'title' in property && Array.isArray(property.title)
  );
}
