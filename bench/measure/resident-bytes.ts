/** The memory that a process holds, as Linux counts it: proc(5), `VmRSS` in KiB. */
import { readFileSync } from 'node:fs';

export function residentBytes(processId: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]) * 1024;
}
