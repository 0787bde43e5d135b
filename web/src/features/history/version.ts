/** A page's texts after a sitting, and the people who wrote in it. */
import { allNames, nameList, type People } from '../../lib/format/name-list.ts';

export interface Version {
  readonly id: string;
  /** All who wrote in it, or Notion; nobody is named who has left, nor programs of the operator. */
  readonly authors: People;
  /** The pictures of those authors who have one; left out by what an earlier version kept on this device. */
  readonly pictures?: readonly AuthorPicture[];
  /** The time of the sitting's last save, unique per page: ISO 8601, to the microsecond. */
  readonly savedAt: string;
}

export interface AuthorPicture {
  readonly name: string;
  readonly address: string;
}

export interface VersionTexts {
  readonly name: string;
  readonly description: string;
  readonly content: string;
}

export function authorNames({ authors }: Version): string {
  return nameList(authors);
}

/** @returns none where two authors have the same name */
export function authorPicture({ pictures = [] }: Version, name: string): string | undefined {
  const [first, other] = pictures.filter((one) => one.name === name);
  return other ? undefined : first?.address;
}

export function allAuthorNames({ authors }: Version): string {
  return allNames(authors);
}

export interface VersionDay {
  /** Midnight in the reader's time zone. */
  readonly day: Date;
  readonly versions: readonly Version[];
}

/** @param versions newest first; a version saved again between two reads comes twice, and the first counts */
export function groupByDay(versions: readonly Version[]): VersionDay[] {
  const days: { day: Date; versions: Version[] }[] = [];
  const known = new Set<string>();
  for (const version of versions) {
    if (known.has(version.id)) continue;
    known.add(version.id);
    const day = new Date(version.savedAt);
    day.setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.day.getTime() === day.getTime()) last.versions.push(version);
    else days.push({ day, versions: [version] });
  }
  return days;
}
