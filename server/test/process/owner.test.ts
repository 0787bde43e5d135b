/** Commands that root runs beside a service of another user. Only root can be tried in root's place. */
import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTrellis } from '../support/run-trellis.ts';
import { openWorkshop, type Workshop } from '../support/server-process.ts';

const SERVICE = 64_123;

describe.runIf(process.getuid?.() === 0)('commands of root on the folder of a service', () => {
  let workshop: Workshop;
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    workshop = await openWorkshop();
    settings = { DATA_DIR: workshop.dataDir, PORT: String(workshop.port) };
    execFileSync('chown', ['-R', `${SERVICE}:${SERVICE}`, workshop.dataDir]);
  });
  afterAll(() => workshop[Symbol.asyncDispose]());

  test('leave nothing of root’s there, which the service could not open', async () => {
    expect((await runTrellis(['doctor'], settings)).said).toContain('ok       Database: it answers.');
    const entries = await readdir(workshop.dataDir, { recursive: true });
    const owners = await Promise.all(
      entries.map(async (entry) => (await stat(path.join(workshop.dataDir, entry))).uid),
    );
    expect(new Set(owners)).toEqual(new Set([SERVICE]));
  });

  test('name what somebody else left there', async () => {
    const foreign = path.join(workshop.dataDir, 'database/PG_VERSION');
    execFileSync('chown', ['root:root', foreign]);
    execFileSync('chmod', ['600', foreign]);
    const { code, said } = await runTrellis(['doctor'], settings);
    expect(code).toBe(1);
    expect(said).toContain(`${foreign} belongs to another user. Give all of ${workshop.dataDir} to the one`);
  });
});
