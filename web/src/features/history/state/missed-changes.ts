/** The changes of a page that a person missed, in words. */
import { nameList, type People } from '../../../lib/format/name-list.ts';
import type { VersionTexts } from '../version.ts';
import { type ChangedText, countPlaces } from './changed-texts.ts';

export interface MissedChanges {
  readonly before: VersionTexts;
  readonly after: VersionTexts;
  /** The page's version that the person knew. */
  readonly since: string;
  readonly wasOffline: boolean;
}

interface Authors {
  readonly others: People | undefined;
  readonly isOwn: boolean;
}

/** @param authors undefined if they could not be read */
export function missedTitle(changes: readonly ChangedText[], authors: Authors | undefined): string {
  const places = countPlaces(changes);
  const count = places === 1 ? '1 change' : `${places.toLocaleString()} changes`;
  if (authors?.others) return `${count} by ${nameList(authors.others)}`;
  return authors?.isOwn ? `${count} by you elsewhere` : count;
}

export function whenMissed({ wasOffline }: MissedChanges): string {
  return wasOffline ? 'while you were offline' : 'since you were last here';
}
