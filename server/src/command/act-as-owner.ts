/**
 * Root's commands act as the owner of the data folder. The embedded database could not open files that root wrote there, once
 * it runs as the service's user; and root's own rights would hide from the doctor what that user lacks.
 */
import { access, constants, stat } from 'node:fs/promises';
import { CommandError } from './command-errors.ts';

/** @throws {CommandError} when the owner cannot reach the folder */
export async function actAsOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await stat(folder).catch(() => undefined);
  if (!owner || owner.uid === 0) return;
  takeGroups(owner.uid, owner.gid);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
  await access(folder, constants.R_OK | constants.X_OK).catch((cause: unknown) => {
    throw new CommandError(
      `${folder} belongs to the user ${owner.uid}, who cannot get there from outside: run the command as the service does.`,
      { cause },
    );
  });
}

function takeGroups(user: number, group: number): void {
  try {
    // Node's types leave it out.
    (process as { initgroups?: (user: number, group: number) => void }).initgroups?.(user, group);
  } catch {
    // A user by number alone, who has no groups.
    process.setgroups?.([group]);
  }
}
