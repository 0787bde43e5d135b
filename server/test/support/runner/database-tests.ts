/**
 * Which test files touch a database: those whose imports lead to `test-database.ts`, and those that ask which one is
 * under test. They run on the embedded database, and once more on Postgres unless they would prove the same there: they say so
 * themselves, or their statements come from others (sent-elsewhere.ts).
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SENT_ELSEWHERE } from './sent-elsewhere.ts';

export const TEST_FILES = '{server,web,markdown,scripts,bench,supabase,e2e}/**/*.test.{ts,tsx}';

const TEST_DATABASE = path.normalize('server/test/support/test-database.ts');
const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"](\.{1,2}\/[^'"]+)['"]/g;

/**
 * A file says so whose subject is above the database, such as bytes, addresses or what another program answers, and
 * whose requests set off only what other files try on Postgres. The reason stands after the colon. A file that speaks SQL
 * itself, or asks which database there is, may not.
 */
const SAME_ON_EVERY_DATABASE = /^\/\/ The same on every database: \S.*/m;

/** @returns those of the files that are worth a run on Postgres, too; all that send statements, when these are compared */
export function findRepeatedTests(
  root: string,
  databaseTests: readonly string[],
  areCompared = Boolean(process.env.TEST_STATEMENTS),
): string[] {
  return databaseTests.filter(
    (file) =>
      (areCompared || !SENT_ELSEWHERE.includes(file)) &&
      !SAME_ON_EVERY_DATABASE.test(readFileSync(path.join(root, file), 'utf8')),
  );
}

/** @returns the paths below the root, which may be the whole project's or another's */
export function findDatabaseTests(root: string): string[] {
  const files = globSync(TEST_FILES, { cwd: root, exclude: ['**/node_modules'] });
  const known = new Map<string, readonly string[]>();
  return files.filter((file) => asks(root, file) || leadsToDatabase(root, file, known)).sort();
}

function asks(root: string, file: string): boolean {
  return /process\.env\.TEST_DATABASE_URL/.test(readFileSync(path.join(root, file), 'utf8'));
}

function leadsToDatabase(root: string, start: string, known: Map<string, readonly string[]>): boolean {
  const seen = new Set<string>();
  const open = [path.normalize(start)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (file === TEST_DATABASE) return true;
    if (seen.has(file)) continue;
    seen.add(file);
    const imports = known.get(file) ?? importsOf(root, file);
    known.set(file, imports);
    open.push(...imports);
  }
  return false;
}

function importsOf(root: string, file: string): string[] {
  const text = /\.tsx?$/.test(file) ? readFileSync(path.join(root, file), 'utf8') : '';
  return [...text.matchAll(RELATIVE_IMPORT)].flatMap(([, specifier = '']) => {
    const target = path.join(path.dirname(file), specifier);
    return existsSync(path.join(root, target)) ? [target] : [];
  });
}
