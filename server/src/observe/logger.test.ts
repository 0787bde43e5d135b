import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

// In a process of its own: the logger writes to the real standard output.
function printed(script: string): Record<string, unknown> {
  const module = new URL('./logger.ts', import.meta.url).href;
  const source = `import { createLogger } from ${JSON.stringify(module)}; const observe = createLogger('info'); ${script}`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' }),
  );
}

test('an error is told without the row that Postgres refused', () => {
  const line = printed(`
    const error = Object.assign(new Error('null value in column "x"'), {
      code: '23502', detail: 'Failing row contains (ada@example.com, $argon2id$secret).', where: 'SQL statement "…"',
    });
    observe({ kind: 'request-failed', requestId: 'request-1', error });
  `);
  expect(line).toMatchObject({ msg: 'request-failed', requestId: 'request-1', err: { code: '23502' } });
  expect(JSON.stringify(line)).not.toContain('argon2id');
  expect(JSON.stringify(line)).not.toContain('SQL statement');
});

test('a missing key is told with what to do about it', () => {
  const line = printed(`observe({ kind: 'encryption-key-missing', setting: 'ENCRYPTION_KEY', factors: 2 });`);
  expect(line).toMatchObject({ level: 50, msg: 'encryption-key-missing', factors: 2 });
  expect(line.advice).toMatch(/^ENCRYPTION_KEY is not .* 2 authenticator .*former key.*\.$/);
});
