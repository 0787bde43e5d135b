/** Runs an operation's statements in one transaction as the caller, under the policies of the storage tables. */
import type { Database, Transaction, TransactionOptions } from '../../../database/database.ts';
import type { StorageCall } from './storage-call.ts';

// The Storage API is what storage.protect_delete() lets through.
const SET_OPERATION = `select set_config('storage.operation', $1, true), set_config('storage.allow_delete_query', 'true', true),
  set_config('request.method', $2, true), set_config('request.path', $3, true), set_config('request.headers', $4, true)`;

/** @throws what the work throws, after a rollback */
export function runOperation<T>(
  database: Pick<Database, 'asCaller'>,
  { caller, operation, request }: StorageCall,
  options: TransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.asCaller(caller, options, async (transaction) => {
    const values = [operation, request.method, request.path, request.headers];
    // They share a round trip.
    const set = transaction.query({ name: 'set_storage_operation', text: SET_OPERATION, values });
    const [result] = await Promise.all([work(transaction), set]);
    return result;
  });
}
