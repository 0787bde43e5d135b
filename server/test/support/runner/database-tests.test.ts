/** The division of the test files: a file that touches a database must never be left out on Postgres. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findDatabaseTests, findRepeatedTests } from './database-tests.ts';
import { SENT_ELSEWHERE } from './sent-elsewhere.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

async function findIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'trellis-tests-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
    return findDatabaseTests(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

// In a constant, so that this file is not counted in itself.
const THERE = '../support/test-database.ts';
const SUPPORT = { 'server/test/support/test-database.ts': '', 'web/src/plain.ts': '' };

test.each([
  ['an import', `import { createTestDatabase } from '${THERE}';`],
  ['an import for its effect alone', `import '${THERE}';`],
  ['an import over several lines', `import {\n  one,\n  other,\n} from\n  '${THERE}';`],
  ['an export', `export * from "${THERE}";`],
  ['an import while it runs', `await import('${THERE}');`],
])('%s leads to the database', async (_, text) => {
  expect(await findIn({ ...SUPPORT, 'server/test/rest/one.test.ts': text })).toEqual([
    'server/test/rest/one.test.ts',
  ]);
});

test('so does a file in between, also in an import cycle', async () => {
  const files = {
    ...SUPPORT,
    'server/test/rest/one.test.ts': "import './library.ts';",
    'server/test/rest/library.ts': "import './people.ts';",
    'server/test/rest/people.ts': `import './library.ts';\nimport '${THERE}';`,
    'web/src/two.test.tsx': "import './plain.ts';",
  };
  expect(await findIn(files)).toEqual(['server/test/rest/one.test.ts']);
});

test('so does asking which database is under test', async () => {
  const asking = 'if (process.env.TEST_DATABASE' + '_URL) run();';
  expect(await findIn({ ...SUPPORT, 'server/src/one.test.ts': asking })).toEqual(['server/src/one.test.ts']);
});

test('the project’s own files are divided so', () => {
  const found = findDatabaseTests(ROOT);
  expect(found).toContain('server/test/database/stories.test.ts');
  expect(found).toContain('server/src/database/engines/postgres/unreachable.test.ts');
  expect(found).not.toContain('server/test/process/process.test.ts');
});

test('what says that it is the same on every database speaks no SQL, and does not ask which there is', async () => {
  const found = findDatabaseTests(ROOT);
  const repeated = findRepeatedTests(ROOT, found);
  const once = found.filter((file) => !repeated.includes(file) && !SENT_ELSEWHERE.includes(file));
  expect(once).toContain('server/test/storage/variants.test.ts');
  expect(repeated).toContain('server/test/database/stories.test.ts');
  const DATABASES =
    /\b(asOwner|asUser|createTestDatabase|createEmptyTestDatabase|TEST_DATABASE_URL)\b|\.query\(/;
  for (const file of once) expect(await readFile(path.join(ROOT, file), 'utf8'), file).not.toMatch(DATABASES);
});

test('what sends Postgres nothing new is there, and tries neither several at once nor the database itself', async () => {
  const found = findDatabaseTests(ROOT);
  expect(SENT_ELSEWHERE).toEqual(found.filter((file) => SENT_ELSEWHERE.includes(file)));
  const repeated = findRepeatedTests(ROOT, found, false);
  expect(repeated.filter((file) => SENT_ELSEWHERE.includes(file))).toEqual([]);
  expect(findRepeatedTests(ROOT, found, true)).toEqual(expect.arrayContaining([...SENT_ELSEWHERE]));
  for (const file of SENT_ELSEWHERE) {
    expect(file).not.toMatch(/races|processes|^server\/test\/(database|backup|cron|process)\//);
    const asks = 'TEST_DATABASE' + '_URL';
    expect(await readFile(path.join(ROOT, file), 'utf8'), file).not.toContain(asks);
  }
});

test('a file that was overlooked gets an error', async () => {
  // In a way that the division does not see.
  const { createTestDatabase } = await import(path.join(ROOT, 'server/test/support/test-database.ts'));
  await expect(createTestDatabase()).rejects.toThrow('among those without a database');
});
