/** Whether the database and the store have the same files. */
import type { PoolClient } from 'pg';
import type { Config } from '../../config/config.ts';
import type { Transaction } from '../../database/database.ts';
import { storedVersions } from '../../files/stored-versions.ts';
import { warningsOf } from '../../protocols/storage/inventory/inventory-clock.ts';
import { takeInventory } from '../../protocols/storage/inventory/take-inventory.ts';
import type { OperatorSettings } from '../operator-settings.ts';
import { type Finding, fine, wrong } from './check.ts';

export async function checkFiles(
  client: PoolClient,
  config: Config,
  secrets: OperatorSettings['secrets'],
): Promise<Finding> {
  const query: Transaction['query'] = async ({ text, values }) => {
    const { rows, rowCount } = await client.query(text, [...(values ?? [])]);
    return { rows, rowCount: rowCount ?? 0 };
  };
  const transaction: Transaction = { query, last: query };
  try {
    const stored = storedVersions(config, config.s3 ? await secrets() : { s3SecretAccessKey: undefined });
    const inventory = await takeInventory({ database: { asOwner: (work) => work(transaction) }, stored });
    const { lostExamples, unknown } = inventory;
    const problems = warningsOf(inventory);
    if (problems.length > 0) {
      const names = lostExamples.map(({ bucket, name }) => `${bucket}/${name}`);
      return wrong(
        'Rows of files',
        [...problems, ...(names.length > 0 ? [`Such as ${names.join(', ')}.`] : [])].join(' '),
      );
    }
    const rest =
      unknown > 0 ? ` ${unknown} files without a row are removed a day after the server has found them.` : '';
    return fine('Rows of files', `every row has its bytes.${rest}`);
  } catch (error) {
    const { message, cause } = error as Error;
    return wrong(
      'Rows of files',
      `they could not be compared: ${(cause as Error | undefined)?.message ?? message}`,
    );
  }
}
