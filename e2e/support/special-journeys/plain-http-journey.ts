/**
 * For journeys over plain HTTP to a name that is not localhost, as in a home or an office without a certificate:
 * browsers withhold features that need a secure context.
 */
import { test as base } from '../journey.ts';
import { TrellisProcess } from '../trellis-process.ts';

const HOSTNAME = 'trellis.test';

export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const rule = `--host-resolver-rules=MAP ${HOSTNAME} 127.0.0.1`;
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] });
    },
    { scope: 'worker' },
  ],
  trellis: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using trellis = await TrellisProcess.create({}, HOSTNAME);
      await use(trellis);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
