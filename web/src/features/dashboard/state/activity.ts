/** A line of what happened, and the words around its page's name. */
import { pageTitle } from '../../../lib/page/page-title.ts';

export type ActivityKind =
  | 'created'
  | 'edited'
  | 'renamed'
  | 'moved'
  | 'archived'
  | 'restored'
  | 'published'
  | 'unpublished'
  | 'deleted'
  | 'styled'
  | 'locked'
  | 'unlocked';

export interface Activity {
  readonly id: string;
  readonly kind: ActivityKind;
  /** An ISO 8601 time, to the microsecond as the server sent it. */
  readonly happenedAt: string;
  /** Null for someone who has left. */
  readonly actor: string | null;
  /** The address of the actor's picture; left out by what an earlier version kept on this device. */
  readonly picture?: string | undefined;
  /** Null of `deleted`. */
  readonly page: {
    readonly id: string;
    readonly name: string;
    readonly isArchived: boolean;
    /** Left out by what an earlier version kept on this device. */
    readonly icon?: string | null;
  } | null;
  /** For `renamed` and `deleted`. */
  readonly oldName: string | null;
  /** For `renamed`. */
  readonly newName: string | null;
  /** For `moved`: whether the page has no page above it since. */
  readonly isAtRoot: boolean;
  /** For `moved`: the page above; null at the root, and where the reader may not see that page. */
  readonly parentName: string | null;
}

/** A line's sentence in pieces: names are shown shortened, and the page's leads to it. */
export type SentencePiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'page'; readonly text: string };

const FORMER_MEMBER = 'A former member';

/** @returns "Ada renamed Plan to Roadmap", in pieces */
export function sentenceOf(activity: Activity): SentencePiece[] {
  const known = activity.page ? activity.page.name : activity.oldName;
  const page = { kind: 'page', text: pageTitle(activity.newName || known) } as const;
  const actor = { kind: 'name', text: actorName(activity) } as const;
  switch (activity.kind) {
    case 'renamed':
      return [actor, words('renamed'), name(activity.oldName), words('to'), page];
    case 'moved':
      return [actor, words('moved'), page, ...placeOf(activity)];
    case 'published':
      return [actor, words('made'), page, words('public')];
    case 'unpublished':
      return [actor, words('stopped sharing'), page, words('with everyone')];
    case 'styled':
      return [actor, words('changed the look of'), page];
    case 'deleted':
      return [actor, words('deleted'), page, words('for good')];
    default:
      return [actor, words(activity.kind), page];
  }
}

export function actorName({ actor }: Activity): string {
  return actor ?? FORMER_MEMBER;
}

function placeOf({ isAtRoot, parentName }: Activity): SentencePiece[] {
  if (isAtRoot) return [words('to the top level')];
  return parentName === null ? [] : [words('into'), name(parentName)];
}

function words(text: string): SentencePiece {
  return { kind: 'words', text };
}

function name(text: string | null): SentencePiece {
  return { kind: 'name', text: pageTitle(text) };
}

export interface ActivityDay {
  /** Midnight in the reader's time zone. */
  readonly day: Date;
  readonly lines: readonly Activity[];
}

/**
 * @param lines newest first; a sitting that went on while the next part was read comes twice, and counts the first time
 */
export function groupByDay(lines: readonly Activity[]): ActivityDay[] {
  const groups: { day: Date; lines: Activity[] }[] = [];
  const known = new Set<string>();
  for (const line of lines) {
    if (known.has(line.id)) continue;
    known.add(line.id);
    const day = new Date(line.happenedAt);
    day.setHours(0, 0, 0, 0);
    const last = groups.at(-1);
    if (last?.day.getTime() === day.getTime()) last.lines.push(line);
    else groups.push({ day, lines: [line] });
  }
  return groups;
}
