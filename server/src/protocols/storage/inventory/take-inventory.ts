/**
 * Compares the rows of storage.objects with the bytes at the store. It only looks, and takes the same memory for any number of
 * files.
 */
import { setTimeout } from 'node:timers/promises';
import { isUuid } from '../../../http/uuid.ts';
import {
  listVersions,
  momentOf,
  type ObjectVersion,
  type Owner,
  stillThere,
  unknownOf,
} from '../store/object-versions.ts';
import { differences } from './merge-in-order.ts';

const PORTION = 1000;
const EXAMPLES = 10;
// Requests go on between two portions.
const PAUSE_MS = 5;

export interface LostFile {
  readonly bucket: string;
  readonly name: string;
}

export interface Inventory {
  /** How many files the store has. */
  readonly stored: number;
  /** Bytes that no row names: neither an upload under way nor noted to be removed. */
  readonly unknown: number;
  /** Rows without bytes. */
  readonly lost: number;
  readonly lostExamples: readonly LostFile[];
}

export interface Inventoried {
  readonly database: Owner;
  /** Those of the store, in order. */
  readonly stored: AsyncIterable<string>;
  readonly signal?: AbortSignal;
  /** Told of bytes that no row names, a portion at a time. */
  readonly onUnknown?: (versions: readonly string[]) => Promise<void>;
}

/** @throws {Error} when the signal ends it, and when the store or the database does not answer */
export async function takeInventory({
  database,
  stored,
  signal,
  onUnknown,
}: Inventoried): Promise<Inventory> {
  const counted = { stored: 0, unknown: 0, lost: 0 };
  const lostExamples: LostFile[] = [];
  const moment = await momentOf(database);

  async function* keys(): AsyncGenerator<string> {
    for await (const version of stored) {
      if (counted.stored++ % PORTION === 0) signal?.throwIfAborted();
      yield version;
    }
  }
  const unnamed = portions<string>(async (versions) => {
    const unknown = await unknownOf(database, versions);
    counted.unknown += unknown.length;
    if (unknown.length > 0) await onUnknown?.(unknown);
  });
  // A file that was deleted or uploaded meanwhile is on one of the two lists.
  const unstored = portions<ObjectVersion>(async (rows) => {
    const lost = await stillThere(database, rows, moment);
    counted.lost += lost.length;
    for (const { bucket_id: bucket, name } of lost.slice(0, EXAMPLES - lostExamples.length))
      lostExamples.push({ bucket, name });
  });
  async function* rows(): AsyncGenerator<ObjectVersion> {
    for await (const portion of listVersions(database)) {
      signal?.throwIfAborted();
      await setTimeout(PAUSE_MS);
      for (const row of portion) {
        // No store has bytes under another name.
        if (isUuid(row.version)) yield row;
        else await unstored.add(row);
      }
    }
  }
  for await (const found of differences(keys(), rows(), ({ version }) => version)) {
    if (found.only === 'left') await unnamed.add(found.key);
    else await unstored.add(found.item);
  }
  await unnamed.end();
  await unstored.end();
  return { ...counted, lostExamples };
}

/** Collects items, and hands on many at a time. */
function portions<Item>(take: (items: readonly Item[]) => Promise<void>) {
  let items: Item[] = [];
  const end = async () => {
    const taken = items;
    items = [];
    if (taken.length > 0) await take(taken);
  };
  return {
    end,
    add: async (item: Item) => {
      items.push(item);
      if (items.length >= PORTION) await end();
    },
  };
}
