/** The Prefer header (RFC 7240), with PostgREST's preferences. */

export interface Preferences {
  readonly representation: 'minimal' | 'representation' | 'headers-only' | undefined;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined;
  readonly count: 'exact' | 'planned' | 'estimated' | undefined;
  readonly missing: 'default' | 'null' | undefined;
  readonly transaction: 'commit' | 'rollback' | undefined;
  readonly handling: 'strict' | 'lenient' | undefined;
  readonly maxAffected: number | undefined;
  readonly timezone: string | undefined;
  /** Refused under `handling=strict`, ignored otherwise. */
  readonly unknown: readonly string[];
}

const CHOICES = {
  return: ['minimal', 'representation', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  count: ['exact', 'planned', 'estimated'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const satisfies Record<string, readonly string[]>;

// A zone's name or an offset; Postgres refuses what it does not know.
const TIMEZONE = /^timezone=([\w+\-/:]{1,64})$/;

type Choices = typeof CHOICES;

const NONE: Preferences = read('');

export function parsePreferences(header: string | undefined): Preferences {
  return header ? read(header) : NONE;
}

/** The first one counts if a preference comes twice. */
function read(header: string): Preferences {
  const given = header
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const choice = <K extends keyof Choices>(key: K): Choices[K][number] | undefined =>
    CHOICES[key].find((value) => value === firstValue(given, key, CHOICES[key]));
  const maxAffected = given.map((entry) => /^max-affected=(\d{1,15})$/.exec(entry)?.[1]).find(Boolean);
  return {
    representation: choice('return'),
    resolution: choice('resolution'),
    count: choice('count'),
    missing: choice('missing'),
    transaction: choice('tx'),
    handling: choice('handling'),
    maxAffected: maxAffected === undefined ? undefined : Number(maxAffected),
    timezone: given.map((entry) => TIMEZONE.exec(entry)?.[1]).find(Boolean),
    unknown: given.filter((entry) => !isKnown(entry)),
  };
}

function firstValue(given: readonly string[], key: string, values: readonly string[]): string | undefined {
  const entry = given.find((candidate) => values.some((value) => candidate === `${key}=${value}`));
  return entry?.slice(key.length + 1);
}

function isKnown(entry: string): boolean {
  if (/^max-affected=\d{1,15}$/.test(entry) || TIMEZONE.test(entry)) return true;
  return Object.entries(CHOICES).some(([key, values]) => values.some((value) => entry === `${key}=${value}`));
}
