/**
 * Names for prepared statements. A name stays prepared on its connection for good, so only shapes of query that come
 * back get one, and only so many; the rest are planned each time.
 */
import { createHash } from 'node:crypto';

const MOST_NAMES = 500;
const MOST_CANDIDATES = 1000;
const SIGHTINGS_BEFORE_NAME = 3;

export interface StatementNames {
  /** @returns the same name for the same text in every process, or undefined for a statement not worth one */
  nameOf(text: string): string | undefined;
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>();
  const sightings = new Map<string, number>();
  return {
    nameOf: (text) => {
      const known = names.get(text);
      if (known !== undefined || names.size >= MOST_NAMES) return known;
      const seen = (sightings.get(text) ?? 0) + 1;
      if (seen < SIGHTINGS_BEFORE_NAME) {
        if (sightings.size >= MOST_CANDIDATES) sightings.clear();
        sightings.set(text, seen);
        return undefined;
      }
      sightings.delete(text);
      const name = `rest_${createHash('sha256').update(text).digest('base64url')}`;
      names.set(text, name);
      return name;
    },
  };
}
