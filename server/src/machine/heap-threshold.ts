/**
 * Lets Linux take the memory of large requests back at once (docs/decisions/0003-embedded-database-in-a-thread.md, "Its memory").
 * glibc reads the setting as a process begins, so a start without it becomes another program: this one again, in the same process.
 */
import process from 'node:process';

const SETTING = 'MALLOC_MMAP_THRESHOLD_';
const ONE_MIB = '1048576';

/** Does not return where the process begins again. Node before 22.15 cannot do that, and goes on without. */
export function beginWithHeapThreshold(): void {
  const { execve, platform, env, execPath, execArgv, argv } = process;
  if (platform !== 'linux' || !execve || env[SETTING] !== undefined) return;
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, [SETTING]: ONE_MIB });
}
