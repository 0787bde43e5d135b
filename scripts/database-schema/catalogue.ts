/**
 * Reads the product's schema from the catalogue: tables with everything that guards them, functions, triggers.
 * Definitions are Postgres' own texts of them; where its versions differ, they are brought into one form here.
 */
import type { Pool, PoolClient } from 'pg';
import { EXTENSIONS, FUNCTIONS, SCHEMAS, TABLES, TRIGGERS, TYPES, UNKNOWN } from './catalogue-queries.ts';

export interface Grant {
  readonly role: string;
  readonly privileges: readonly string[];
  /** The columns that it is limited to; null for the whole of it. */
  readonly columns: readonly string[] | null;
}

export interface Column {
  readonly name: string;
  /** Type, default and `NOT NULL`, as `create table` takes them. */
  readonly definition: string;
  readonly comment: string | null;
}

export interface Named {
  readonly name: string;
  readonly definition: string;
}

export interface Policy {
  readonly name: string;
  readonly command: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'ALL';
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using: string | null;
  readonly check: string | null;
  readonly comment: string | null;
}

export interface Trigger {
  readonly name: string;
  /** Its schema is part of it: a trigger may stand on a table of the auth service. */
  readonly table: string;
  readonly timing: 'BEFORE' | 'AFTER';
  readonly level: 'ROW' | 'STATEMENT';
  readonly events: readonly ('INSERT' | 'UPDATE' | 'DELETE')[];
  /** The columns that an update has to name; empty for any. */
  readonly columns: readonly string[];
  readonly condition: string | null;
  readonly function: string;
  readonly definition: string;
}

export interface Table {
  readonly name: string;
  readonly comment: string | null;
  readonly options: readonly string[];
  readonly rowLevelSecurity: boolean;
  readonly columns: readonly Column[];
  readonly constraints: readonly Named[];
  readonly indexes: readonly Named[];
  readonly policies: readonly Policy[];
  readonly grants: readonly Grant[];
}

/** A composite type: the rows that a function answers. */
export interface RowType {
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly Column[];
}

export interface DatabaseFunction {
  /** The name with its schema. */
  readonly name: string;
  /** As `grant` and `comment` name it. */
  readonly signature: string;
  readonly definition: string;
  readonly comment: string | null;
  readonly asOwner: boolean;
  readonly isTrigger: boolean;
  /** Roles that may execute it, besides its owner. */
  readonly roles: readonly string[];
}

export interface Catalogue {
  readonly schemas: readonly {
    readonly name: string;
    readonly comment: string | null;
    readonly roles: readonly string[];
  }[];
  readonly extensions: readonly Named[];
  readonly tables: readonly Table[];
  readonly types: readonly RowType[];
  readonly functions: readonly DatabaseFunction[];
  readonly triggers: readonly Trigger[];
}

type Raw<Row extends object, Key extends keyof Row> = Omit<Row, Key> & {
  readonly grants: readonly {
    readonly role: string;
    readonly privilege: string;
    readonly column: string | null;
  }[];
};

/**
 * @param pool a migrated database, as its owner
 * @throws {Error} when the schema has something that these pages would not show
 */
export async function readCatalogue(pool: Pool): Promise<Catalogue> {
  const client = await pool.connect();
  try {
    // Without a search path, every name in a definition comes with its schema.
    await client.query(`begin; set local search_path = ''`);
    const unknown = await rows<{ name: string }>(client, UNKNOWN);
    if (unknown.length > 0) {
      const names = unknown.map(({ name }) => name).join(', ');
      throw new Error(`scripts/database-schema does not know how to show ${names} yet.`);
    }
    const tables = await rows<Raw<Table, 'grants'>>(client, TABLES);
    return {
      schemas: await rows(client, SCHEMAS),
      extensions: await rows(client, EXTENSIONS),
      tables: tables.map((table) => ({
        ...table,
        policies: table.policies.map((policy) => ({
          ...policy,
          using: oneLine(policy.using),
          check: oneLine(policy.check),
        })),
        grants: gatherGrants(table.grants),
      })),
      types: await rows(client, TYPES),
      functions: await rows(client, FUNCTIONS),
      triggers: (await rows<Trigger>(client, TRIGGERS)).map((trigger) => ({
        ...trigger,
        condition: / WHEN \((.*)\) EXECUTE FUNCTION /s.exec(trigger.definition)?.[1] ?? null,
      })),
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function rows<Row extends object>(client: PoolClient, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows;
}

/** Puts an expression on one line, without the column names that Postgres gives to sub-selects. */
function oneLine(expression: string | null): string | null {
  return (
    expression
      ?.replace(/\s+/g, ' ')
      .replace(/\( SELECT ((?:\w+\.)?\w+\((?:'[^']*'::[\w[\]]+)?\)) AS \w+\)/g, '(SELECT $1)')
      .replace(/\(\((SELECT [^()]*\([^()]*\))\)\)/g, '($1)')
      .replace(/\(\((ARRAY\(SELECT [^()]*\([^()]*\)\))\)\)/g, '($1)')
      .trim() ?? null
  );
}

const ALL_PRIVILEGES = 7;

/** There is a line for each role and kind of privilege; `ALL` is what every version of Postgres knows. */
function gatherGrants(raw: Raw<Table, 'grants'>['grants']): Grant[] {
  const wholes = Map.groupBy(
    raw.filter(({ column }) => column === null),
    ({ role }) => role,
  );
  const parts = Map.groupBy(
    raw.filter(({ column }) => column !== null),
    ({ role, privilege }) => `${role} ${privilege}`,
  );
  return [
    ...[...wholes].map(([role, grants]) => ({
      role,
      privileges: grants.length === ALL_PRIVILEGES ? ['ALL'] : grants.map(({ privilege }) => privilege),
      columns: null,
    })),
    ...[...parts.values()].map((grants) => ({
      role: grants[0]?.role ?? '',
      privileges: [grants[0]?.privilege ?? ''],
      columns: grants.flatMap(({ column }) => column ?? []),
    })),
  ].sort((one, other) => (one.role < other.role ? -1 : one.role > other.role ? 1 : 0));
}
