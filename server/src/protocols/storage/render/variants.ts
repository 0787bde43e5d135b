/** Variants of pictures: found when they were made before, else made. The same one is made once for all who wait for it. */
import { createHash } from 'node:crypto';
import type { FileStore } from '../../../files/file-store.ts';
import type { Sender } from '../../../http/caller/sender.ts';
import { isUuid } from '../../../http/uuid.ts';
import { objectErrors, renderErrors, requestErrors, type StorageError } from '../errors.ts';
import { limitRenders } from '../limits/parallel-work.ts';
import { MOST_EFFORT } from './effort.ts';
import { failedEffort, type RenderProblem } from './render-job.ts';
import { createRenderer } from './renderer.ts';
import { type Transformation, toText } from './transformation.ts';
import { type Failure, openVariantFolder, type Variant } from './variant-folder.ts';

// As Supabase documents it.
const LARGEST_FILE_BYTES = 25 * 1024 * 1024;

export interface Wish {
  readonly transformation: Transformation;
  readonly takesWebp: boolean;
}

export interface Variants {
  /** @throws {StorageError} */
  find(version: string, wish: Wish, sender: Sender, isWanted: () => boolean): Promise<Variant>;
  /** Those of a picture that is gone. */
  forget(version: string): Promise<void>;
  stop(): void;
}

export function openVariants(folder: string, files: FileStore): Variants {
  const kept = openVariantFolder(folder);
  const renderer = createRenderer();
  const waiting = limitRenders();
  const underWay = new Map<string, { done: Promise<void>; isWanted: (() => boolean)[] }>();

  async function make(
    version: string,
    key: string,
    wish: Wish,
    sender: Sender,
    isWanted: () => boolean,
  ): Promise<void> {
    await requireSource(files, version);
    const failure = await kept.failureOf(version);
    if (failure?.effort === 0) throw refusalOf(failure.problem);
    await using source = await files.lend(version);
    if (!source) throw objectErrors.notFound();
    const mostEffort = failure ? failure.effort / 2 : MOST_EFFORT;
    await kept.add(version, key, async (target) => {
      const job = { source: source.path, target, ...wish, mostEffort };
      const reply = await renderer.render(job, sender.name, isWanted);
      if ('format' in reply) return reply.format;
      const { problem } = reply;
      const effort = failedEffort(problem, reply.effort);
      if (effort !== undefined) await kept.noteFailure(version, { problem, effort } as Failure);
      throw refusalOf(problem === 'too-much' && failure ? failure.problem : problem);
    });
    // It may have been deleted meanwhile.
    await requireSource(files, version).catch(async (error: unknown) => {
      await kept.forget(version);
      throw error;
    });
  }

  function join(
    version: string,
    key: string,
    wish: Wish,
    sender: Sender,
    isWanted: () => boolean,
  ): Promise<void> {
    const name = `${version}/${key}`;
    const other = underWay.get(name);
    if (other) {
      other.isWanted.push(isWanted);
      return other.done;
    }
    // Those who join cost nothing more.
    const place = waiting.begin(sender);
    const all = [isWanted];
    const done = make(version, key, wish, sender, () => all.some((is) => is())).finally(() => {
      underWay.delete(name);
      place[Symbol.dispose]();
    });
    underWay.set(name, { done, isWanted: all });
    return done;
  }

  return {
    find: async (version, wish, sender, isWanted) => {
      // A row that was made by other means may say anything.
      if (!isUuid(version)) throw objectErrors.notFound();
      const key = keyOf(wish);
      const found = await kept.find(version, key);
      if (found) return found;
      await join(version, key, wish, sender, isWanted);
      const made = await kept.find(version, key);
      if (!made) throw objectErrors.notFound();
      return made;
    },
    forget: (version) => kept.forget(version),
    stop: () => renderer.stop(),
  };
}

/** Names a variant of a picture, also in its entity tag. */
export function keyOf({ transformation, takesWebp }: Wish): string {
  const text = JSON.stringify([toText(transformation), transformation.format, takesWebp]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

async function requireSource(files: FileStore, version: string): Promise<void> {
  const file = await files.open(version);
  if (!file) throw objectErrors.notFound();
  await file.close();
  if (file.size > LARGEST_FILE_BYTES) throw renderErrors.tooLarge('file');
}

function refusalOf(problem: RenderProblem): StorageError {
  switch (problem) {
    case 'unreadable':
    case 'crashed':
      return renderErrors.unreadable();
    case 'too-large':
    case 'too-much':
    case 'swollen':
      return renderErrors.tooLarge('resolution');
    case 'too-slow':
      return renderErrors.tooSlow();
    case 'unwanted':
      return renderErrors.tooMany();
    case 'unavailable':
      return requestErrors.notEnabled('image transformation');
  }
}
