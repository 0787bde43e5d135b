/**
 * Decides what a sync of a page does, from both sides' texts now and after the last sync. Only the texts tell
 * which side has changed: Notion rounds times to minutes. Where both have changed the same place, it is a conflict.
 */
import { canonical } from './dialect.ts';
import { carryOver, mergeTexts } from './three-way-merge.ts';

/** bring: from Notion to here; send: from here to Notion. */
export type Direction = 'bring' | 'send' | 'both';

export interface Texts {
  readonly name: string;
  /** In our Markdown, without front matter. */
  readonly text: string;
}

/** Each side's texts after the last sync. They differ where Notion has put a text into its own form. */
export interface Base {
  readonly local: Texts;
  readonly remote: Texts;
}

export interface Sides {
  readonly direction: Direction;
  readonly local: Texts;
  readonly remote: Texts;
  /** Undefined before the first time. */
  readonly base: Base | undefined;
}

export type Decision =
  /** Nothing to write: the sides agree, or the direction rules the change out. */
  | { readonly kind: 'none'; readonly isSame: boolean }
  | { readonly kind: 'pull'; readonly local: Texts }
  /** `overwrites`: the text replaces Notion's and is not based on it. */
  | { readonly kind: 'push'; readonly remote: Texts; readonly overwrites: boolean }
  | { readonly kind: 'merge'; readonly local: Texts; readonly remote: Texts }
  | { readonly kind: 'conflict' }
  /** A side is empty now: the other keeps its text. */
  | { readonly kind: 'emptied'; readonly side: 'local' | 'remote' };

export function decide(sides: Sides): Decision {
  if (isSame(sides.local, sides.remote)) return { kind: 'none', isSame: true };
  return sides.base ? decideAgain(sides, sides.base) : decideFirst(sides);
}

export function isSame(one: Texts, other: Texts): boolean {
  return one.name === other.name && canonical(one.text) === canonical(other.text);
}

function decideFirst({ direction, local, remote }: Sides): Decision {
  const [isLocalEmpty, isRemoteEmpty] = [isEmpty(local), isEmpty(remote)];
  const pull: Decision = { kind: 'pull', local: { ...remote, name: remote.name || local.name } };
  const push: Decision = { kind: 'push', remote: local, overwrites: !isRemoteEmpty };
  if (direction === 'bring')
    return isRemoteEmpty && !isLocalEmpty ? { kind: 'emptied', side: 'remote' } : pull;
  if (direction === 'send') return isLocalEmpty && !isRemoteEmpty ? { kind: 'emptied', side: 'local' } : push;
  if (isLocalEmpty) return pull;
  if (isRemoteEmpty) return push;
  return canonical(local.text) === canonical(remote.text) ? pull : { kind: 'conflict' };
}

function decideAgain({ direction, local, remote }: Sides, base: Base): Decision {
  const isLocalNew = !isSame(local, base.local);
  const isRemoteNew = !isSame(remote, base.remote);
  const goesHere = isRemoteNew && direction !== 'send';
  const goesThere = isLocalNew && direction !== 'bring';
  if (!goesHere && !goesThere) return { kind: 'none', isSame: false };
  if (isEmpty(remote) && !isEmpty(base.remote)) return { kind: 'emptied', side: 'remote' };
  if (isEmpty(local) && !isEmpty(base.local))
    return goesThere
      ? { kind: 'emptied', side: 'local' }
      : { kind: 'pull', local: { ...remote, name: remote.name || local.name } };
  if (!isLocalNew) return { kind: 'pull', local: carry(base.remote, remote, local) };
  if (!isRemoteNew) return { kind: 'push', remote: carry(base.local, local, remote), overwrites: false };

  // Ours in Notion's form, so that a difference of form is no conflict.
  const ours = carry(base.local, local, base.remote);
  const merged = merge(base.remote, ours, remote);
  if (!merged) return { kind: 'conflict' };
  if (!goesThere) return { kind: 'pull', local: merged };
  if (!goesHere) return { kind: 'push', remote: merged, overwrites: false };
  return { kind: 'merge', local: merged, remote: merged };
}

function carry(before: Texts, after: Texts, onto: Texts): Texts {
  return {
    // An emptied name is not taken over.
    name: after.name !== before.name && after.name !== '' ? after.name : onto.name,
    text: carryOver(before.text, after.text, onto.text),
  };
}

function merge(base: Texts, ours: Texts, theirs: Texts): Texts | undefined {
  const text = mergeTexts(base.text, ours.text, theirs.text);
  if (text === undefined) return undefined;
  if (ours.name === theirs.name || theirs.name === base.name || theirs.name === '')
    return { name: ours.name, text };
  return ours.name === base.name || ours.name === '' ? { name: theirs.name, text } : undefined;
}

function isEmpty({ text }: Texts): boolean {
  return canonical(text).trim() === '';
}
