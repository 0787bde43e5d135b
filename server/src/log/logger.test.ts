import { execFileSync, spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, test } from 'vitest';

// In a process of its own: the logger writes to the real standard output.
function printed(script: string): Record<string, unknown> {
  return JSON.parse(execFileSync(process.execPath, running(script), { encoding: 'utf8' }));
}

function running(script: string): string[] {
  const module = new URL('./logger.ts', import.meta.url).href;
  const source = `import { createLogger } from ${JSON.stringify(module)}; const observe = createLogger('info'); ${script}`;
  return ['--input-type=module', '-e', source];
}

test('an error is logged without the row that Postgres refused', () => {
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

test('a missing key is logged with its remedy', () => {
  const line = printed(`observe({ kind: 'encryption-key-missing', setting: 'ENCRYPTION_KEY', factors: 2 });`);
  expect(line).toMatchObject({ level: 50, msg: 'encryption-key-missing', factors: 2 });
  expect(line.advice).toMatch(/^ENCRYPTION_KEY is not .* 2 authenticator .*former key.*\.$/);
});

test('a full disk is logged once for all its failures, with its remedy', () => {
  const line = printed(`
    const error = Object.assign(new Error('could not extend file'), { code: '53100', severity: 'ERROR' });
    for (const requestId of ['1', '2', '3']) observe({ kind: 'request-failed', requestId, error });
  `);
  expect(line).toMatchObject({
    level: 50,
    requestId: '1',
    advice: expect.stringMatching(/^The disk is full/),
  });
});

test.runIf(process.platform === 'linux')('a log on a full disk stops nothing', () => {
  const full = openSync('/dev/full', 'w');
  const script = `
    for (let line = 0; line < 3000; line++) observe({ kind: 'stopped' });
    setTimeout(() => { observe({ kind: 'stopped' }); process.exit(7); }, 1000);
  `;
  const { status, stderr } = spawnSync(process.execPath, running(script), {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect([status, stderr]).toEqual([7, '']);
});
