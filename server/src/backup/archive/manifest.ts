/** The manifest of a backup's archive. */
import { z } from 'zod';

/** Raised when an older release could not read the archive. */
export const FORMAT = 1;

const migrationSchema = z.object({
  history: z.enum(['trellis_server', 'supabase_migrations']),
  version: z.string(),
  name: z.string(),
});

export const manifestSchema = z.object({
  product: z.literal('trellis'),
  format: z.int(),
  release: z.string(),
  /** When the state was taken. */
  taken_at: z.string(),
  /** The version of the Postgres that it was read from. */
  postgres: z.string(),
  roles: z.array(z.string()),
  migrations: z.array(migrationSchema),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  files: z.object({
    /** Whether the bytes are here, or their versions only. */
    kept: z.enum(['all', 'list']),
    count: z.int(),
    bytes: z.int(),
    /** Versions that had a row and no bytes. */
    missing: z.array(z.string()),
  }),
  /** The digest of SHA256SUMS. */
  sums: z.string(),
});

export type Manifest = z.output<typeof manifestSchema>;

/** The folders of the parts. */
export const PARTS = {
  secrets: 'secrets.json',
  fileList: 'files.txt',
  database: 'database/',
  files: 'files/',
} as const;

/** @param piece counted from 1 */
export function tablePart(table: string, piece: number): string {
  return `${PARTS.database}${encodeURIComponent(table)}/${String(piece).padStart(6, '0')}.copy.gz`;
}

/** @returns undefined when the part is of no table */
export function tableOfPart(name: string): string | undefined {
  const [, table] = /^database\/([^/]+)\/\d+\.copy\.gz$/.exec(name) ?? [];
  return table === undefined ? undefined : decodeURIComponent(table);
}
