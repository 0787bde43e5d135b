/** Tells what a database lacks of the facts that its migrations made, and what has to be done about it. */

export interface Difference {
  /** Statements that give roles what they had, and take from them what they did not have. */
  readonly repairs: readonly string[];
  /** Things that are not there, in words. */
  readonly missing: readonly string[];
  /** Things that are there, but not as the migrations made them. */
  readonly changed: readonly string[];
}

// The privilege, the object, and whom it is given to. Its columns belong to the privilege.
const GRANT = /^grant (.+?) on ((?:table|sequence|function|schema) .+) to (\w+)$/;
const DIGEST = /: [^:]+$/;

/**
 * Objects that only the database has are its operator's.
 * @param made by the migrations
 */
export function compareFacts(made: readonly string[], found: readonly string[]): Difference {
  const has = new Set(found);
  const lacking = made.filter((fact) => !has.has(fact));
  const grants = lacking.filter((fact) => GRANT.test(fact));
  const others = lacking.filter((fact) => !GRANT.test(fact));
  const names = new Set(found.map(nameOf));
  return {
    repairs: [...revocations(made, found), ...grants],
    missing: others.map(nameOf).filter((name) => !names.has(name)),
    changed: others.map(nameOf).filter((name) => names.has(name)),
  };
}

/** A restore without privileges leaves every function to everybody, and default privileges may add some to tables. */
function revocations(made: readonly string[], found: readonly string[]): string[] {
  const wanted = new Set(made);
  const known = new Set(made.map(nameOf));
  return found.flatMap((fact) => {
    const [, privilege, object = '', role] = wanted.has(fact) ? [] : (GRANT.exec(fact) ?? []);
    if (role === undefined || role === 'service_role' || !known.has(object)) return [];
    return [`revoke ${privilege} on ${object} from ${role}`];
  });
}

function nameOf(fact: string): string {
  return fact.replace(DIGEST, '');
}

/** @returns "41 policies (a of b, c of d and 39 more) and 1 trigger (e of f)" */
export function summarize(names: readonly string[]): string {
  const kinds = Map.groupBy(names, (name) => KINDS.find((kind) => name.startsWith(`${kind} `)) ?? 'object');
  const parts = [...kinds].map(([kind, all]) => {
    const shown = all.slice(0, 2).map((name) => name.slice(kind.length + 1).replace(/^of /, ''));
    const rest = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
    return `${counted(all.length, kind)} (${shown.join(', ')}${rest})`;
  });
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const KINDS = [
  'schema',
  'extension',
  'table',
  'sequence',
  'row level security',
  'column',
  'constraint',
  'index',
  'policy',
  'function',
  'trigger',
];

function counted(count: number, kind: string): string {
  if (kind === 'row level security') return `${kind} on ${counted(count, 'table')}`;
  if (count === 1) return `1 ${kind}`;
  if (kind === 'index') return `${count} indexes`;
  return `${count} ${kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`}`;
}
