/**
 * How much memory this process may have, and whether that is enough. The kernel ends a process that goes over the limit
 * of its container or service without a word. So the start logs `memory-short` when it is not enough, and goes on.
 */
import os from 'node:os';

const MIB = 1024 * 1024;

/** Megabytes that the server takes at most as it starts. With a Postgres of its own process it needs far less. */
export const SERVER_NEEDS_MB = { embedded: 512, memory: 512, postgres: 256 } as const;
/** Megabytes that building the web app takes at most. */
export const BUILD_NEEDS_MB = 1536;

// Without the embedded database, and with the answers that are on their way.
const REST_NEEDS_MB = 256;
const LEAST_DATABASE_MB = 192;
const MOST_DATABASE_MB = 512;
// The server by itself, with nothing on its way.
const BARE_SERVER_MB = 160;
const [LEAST_HELD_MB, MOST_HELD_MB] = [48, 256];

/** Megabytes that the embedded database may take at most, of what this process may have. */
export function databaseMemoryMb(limitMb: number = memoryLimitMb()): number {
  return Math.max(LEAST_DATABASE_MB, Math.min(MOST_DATABASE_MB, limitMb - REST_NEEDS_MB));
}

/**
 * Megabytes that all requests' bodies may take at most while they are here, and as much again all answers that are not sent yet.
 * @param limitMb what this process may have
 */
export function heldMemoryMb(kind: keyof typeof SERVER_NEEDS_MB, limitMb: number = memoryLimitMb()): number {
  const room = limitMb - (kind === 'postgres' ? 0 : databaseMemoryMb(limitMb)) - BARE_SERVER_MB;
  return Math.max(LEAST_HELD_MB, Math.min(MOST_HELD_MB, Math.floor(room / 2)));
}

/**
 * Megabytes that a statement may write for one answer, every nesting counted. The embedded database needs up to seven times as much
 * while it does.
 */
export function writtenMemoryMb(
  kind: keyof typeof SERVER_NEEDS_MB,
  limitMb: number = memoryLimitMb(),
): number {
  return kind === 'postgres' ? heldMemoryMb(kind, limitMb) : Math.floor(databaseMemoryMb(limitMb) / 8);
}

/**
 * @param purpose as in "… needs 512"
 * @param limitMb what this process may have
 * @returns a sentence for the operator where that is not enough
 */
export function memoryAdvice(
  purpose: string,
  needMb: number,
  remedy: string,
  limitMb: number = memoryLimitMb(),
): string | undefined {
  if (limitMb >= needMb) return undefined;
  return `${purpose} needs ${needMb} MB of memory, and only ${Math.floor(limitMb)} MB are allowed here: ${remedy}`;
}

/** The least of the machine's memory and the limit of the control group. */
export function memoryLimitMb(): number {
  // 0, or a number beyond all memory, where there is no limit.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return Math.min(limit, os.totalmem()) / MIB;
}
