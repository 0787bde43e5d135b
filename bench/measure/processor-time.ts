/** Processor time that a process has used so far, all its threads together, as Linux counts it. */
import { readFileSync } from 'node:fs';

// The unit of /proc on every Linux that Node.js runs on (USER_HZ).
const MS_PER_TICK = 10;

/** @returns milliseconds; undefined without a process, or where /proc cannot be read */
export function processorTime(processId: number | undefined): number | undefined {
  if (processId === undefined) return undefined;
  try {
    return parseStat(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param stat as proc(5) has it: the second field is a name that may hold blanks and brackets */
export function parseStat(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * MS_PER_TICK;
}
