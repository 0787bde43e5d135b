/** A page's texts after somebody's sitting, and their author. */

export interface Version {
  readonly id: string;
  /** A person, or Notion; null for someone who has left, and for programs of the operator. */
  readonly author: string | null;
  /** The time of the sitting's last save, unique per page: ISO 8601, to the microsecond. */
  readonly savedAt: string;
}

export interface VersionTexts {
  readonly name: string;
  readonly description: string;
  readonly content: string;
}

export function authorName({ author }: Version): string {
  return author ?? 'Someone else';
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
