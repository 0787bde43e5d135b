import { expect, test } from 'vitest';
import { buildSettings } from './settings.ts';

test('has the defaults of upstream', () => {
  expect(buildSettings([])).toEqual({
    schemas: ['public'],
    extraSearchPath: ['public'],
    maxRows: undefined,
    aggregates: false,
    explains: false,
    choosesEnd: false,
    rollsBack: false,
    preRequest: undefined,
  });
});

test('reads lists, numbers, switches and names, and passes over nonsense', () => {
  const settings = buildSettings([
    { key: 'db_schemas', value: ' api , "Other"' },
    { key: 'db_max_rows', value: '1000' },
    { key: 'db_aggregates_enabled', value: 'on' },
    { key: 'db_tx_end', value: 'rollback-allow-override' },
    { key: 'db_pre_request', value: 'check' },
  ]);
  expect(settings).toMatchObject({
    schemas: ['api', 'Other'],
    maxRows: 1000,
    aggregates: true,
    choosesEnd: true,
    rollsBack: true,
    preRequest: { schema: 'api', name: 'check' },
  });
  expect(buildSettings([{ key: 'db_max_rows', value: '-1' }]).maxRows).toBeUndefined();
  expect(buildSettings([], 500).maxRows).toBe(500);
  expect(buildSettings([{ key: 'db_max_rows', value: '7' }], 500).maxRows).toBe(7);
  expect(buildSettings([{ key: 'db_pre_request', value: 'auth.check' }]).preRequest).toEqual({
    schema: 'auth',
    name: 'check',
  });
});
