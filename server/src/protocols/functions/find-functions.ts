/**
 * Which functions there are: every folder of supabase/functions with an index.ts, as the Supabase CLI deploys them, and
 * what supabase/config.toml says about each. Folders whose name begins with an underscore hold what functions share.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

export interface FunctionSettings {
  readonly name: string;
  /** The file whose default export answers. */
  readonly entry: string;
  /** Whether only requests with a valid access token reach it. */
  readonly verifyJwt: boolean;
  /** When the clock calls it, and which path of it. */
  readonly schedule: Schedule | undefined;
}

export interface Schedule {
  readonly everyMinutes: number;
  readonly path: string;
}

const scheduleSchema = z.strictObject({
  everyMinutes: z
    .int()
    .min(1)
    .max(24 * 60),
  path: z.string().regex(/^[\w-]+$/),
});

const configSchema = z.object({
  functions: z
    .record(
      z.string(),
      z.object({ enabled: z.boolean().default(true), verify_jwt: z.boolean().default(true) }),
    )
    .default({}),
});

/**
 * @param directory the folder `supabase`
 * @throws {Error} when config.toml or a schedule.json cannot be read
 */
export async function findFunctions(directory: string): Promise<ReadonlyMap<string, FunctionSettings>> {
  const settings = await readSettings(path.join(directory, 'config.toml'));
  const folder = path.join(directory, 'functions');
  const names = (await readdir(folder).catch(absent)).filter((name) => NAME.test(name));
  const found = new Map<string, FunctionSettings>();
  for (const name of names) {
    const { enabled, verify_jwt } = settings[name] ?? { enabled: true, verify_jwt: true };
    const entry = enabled ? await findEntry(path.join(folder, name)) : undefined;
    if (entry === undefined) continue;
    const schedule = await readSchedule(path.join(folder, name, 'schedule.json'));
    found.set(name, { name, entry, verifyJwt: verify_jwt, schedule });
  }
  return found;
}

/** A release has the sources without their types. */
async function findEntry(folder: string): Promise<string | undefined> {
  for (const entry of ['index.ts', 'index.js'].map((name) => path.join(folder, name)))
    if (await isFile(entry)) return entry;
  return undefined;
}

async function readSettings(file: string) {
  const text = await readFile(file, 'utf8').catch(absent);
  if (text.length === 0) return {};
  try {
    return configSchema.parse(parse(String(text))).functions;
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

async function readSchedule(file: string): Promise<Schedule | undefined> {
  const text = await readFile(file, 'utf8').catch(absent);
  if (text.length === 0) return undefined;
  try {
    return scheduleSchema.parse(JSON.parse(String(text)));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function absent(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
