import { expect, test } from 'vitest';
import type { Database } from '../database/database.ts';
import { buildConfig } from './config.ts';
import { readEnvironment } from './environment.ts';
import { RunTimeSettings } from './run-time-settings.ts';

test('of two readings under way, the one that began last counts, whichever answer comes last', async () => {
  const readings: PromiseWithResolvers<unknown>[] = [];
  const asOwner = () => {
    const reading = Promise.withResolvers<unknown>();
    readings.push(reading);
    return reading.promise;
  };
  const database = { asOwner, listen: async () => undefined } as unknown as Pick<
    Database,
    'asOwner' | 'listen'
  >;
  const settings = new RunTimeSettings(buildConfig(readEnvironment({})));
  const following = settings.follow(database);
  await expect.poll(() => readings.length).toBe(1);
  const later = settings.reread();
  readings[1]?.resolve({ rows: [{ name: 'AUTH_SIGNUP', value: 'off' }] });
  await later;
  readings[0]?.resolve({ rows: [] });
  await following;
  expect(settings.values.signup).toEqual({ kind: 'closed' });
});
