/** Builds the database half of Realtime from its parts. */
import type { Database } from '../../../database/database.ts';
import type { Observe } from '../../../observe/observation.ts';
import type { RealtimeDatabase } from '../contracts.ts';
import { followPostgresChanges } from './changes/postgres-changes.ts';
import { createChannelPolicies } from './channel-policies.ts';
import { startJanitor } from './janitor.ts';
import { followStoredMessages, type StoredMessagesOptions } from './stored-messages.ts';

type Needs = Pick<Database, 'asOwner' | 'asCaller' | 'listen'>;

/** Follows the database until it is closed. */
export async function openRealtimeDatabase(
  database: Needs,
  options: StoredMessagesOptions,
  observe: Observe,
): Promise<RealtimeDatabase> {
  const messages = await followStoredMessages(database, options, observe);
  const changes = await followPostgresChanges(database, observe);
  const janitor = startJanitor(database, observe);
  return {
    policies: createChannelPolicies(database),
    messages,
    changes,
    close: async () => {
      janitor.stop();
      changes.stop();
      messages.stop();
    },
  };
}
