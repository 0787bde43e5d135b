/**
 * The bytes of uploads in several requests: on the disk of this process, and in parts at the S3 store, where processes with disks of
 * their own share one. So an upload goes on at any of them.
 */
import type { Observe } from '../observe/observation.ts';
import type { SharedParts } from './shared-parts.ts';
import type { UnfinishedFiles } from './unfinished-files.ts';

const MOST_BROUGHT = 10_000;

/** An upload, as far as it has come. */
interface Come {
  readonly version: string;
  readonly kept: number;
  readonly kept_at: string | null;
}

export interface UploadBytes {
  /** Names the disk of this process. */
  readonly disk: string;
  /** @returns how many of the bytes that are kept can be had here */
  size(upload: Come): Promise<number>;
  /**
   * Adds bytes at the offset, as {@link UnfinishedFiles} does. All of a whole file are on this disk then.
   * @throws {StoreUnavailableError} when those before them cannot be had any more
   */
  append(
    upload: Come,
    part: { readonly offset: number; readonly size: number | null },
    bytes: AsyncIterable<Uint8Array>,
    keep: (size: number) => Promise<void>,
  ): Promise<number>;
  remove(version: string): Promise<void>;
  /** Those at the store. */
  forgetParts(version: string): Promise<void>;
}

export function openUploadBytes(
  unfinished: UnfinishedFiles,
  parts: SharedParts | undefined,
  disk: string,
  observe: Observe,
): UploadBytes {
  /** How many bytes this process has brought to its disk, of uploads that went on elsewhere as well. */
  const brought = new Map<string, number>();

  /** Behind them, the disk may have bytes that a crash has cut off. */
  async function sizeHere({ version, kept, kept_at }: Come): Promise<number> {
    const safe = !parts || kept_at === disk ? kept : (brought.get(version) ?? 0);
    return Math.min(kept, safe, await unfinished.size(version));
  }

  /** Bytes that other processes have received. */
  async function bring(upload: Come, offset: number): Promise<void> {
    const { version } = upload;
    const here = await sizeHere(upload);
    if (!parts || here >= offset) return;
    await unfinished.append(version, here, parts.read(version, here, offset), async () => undefined);
    noteBrought(version, offset);
  }

  function noteBrought(version: string, size: number): void {
    brought.set(version, size);
    // Uploads that ended at another process are not forgotten here.
    const [oldest] = brought.keys();
    if (brought.size > MOST_BROUGHT && oldest !== undefined) brought.delete(oldest);
  }

  async function share(version: string, offset: number, kept: number): Promise<void> {
    if (!parts || kept === offset) return;
    noteBrought(version, kept);
    // Without them, the upload goes on at another process where it was before.
    await parts
      .put(version, unfinished.placeOf(version), offset, kept - offset)
      .catch((error: unknown) => observe({ kind: 'background-failed', error }));
  }

  const forgetParts = async (version: string) => {
    brought.delete(version);
    await parts?.remove(version);
  };
  return {
    disk,
    size: async (upload) => {
      const here = await sizeHere(upload);
      if (!parts || here === upload.kept) return here;
      return Math.min(upload.kept, Math.max(here, await parts.size(upload.version)));
    },
    append: async (upload, { offset, size }, bytes, keep) => {
      const { version } = upload;
      await bring(upload, offset);
      let kept = offset;
      try {
        return await unfinished.append(version, offset, bytes, async (safe) => {
          await keep(safe);
          kept = safe;
        });
      } finally {
        if (kept !== size) await share(version, offset, kept);
      }
    },
    remove: async (version) => {
      await unfinished.remove(version);
      await forgetParts(version);
    },
    forgetParts,
  };
}
