/** Opens the backups that the settings ask for. */
import type { Config } from '../config/config.ts';
import { type BackupParts, Backups } from './backups.ts';
import { openPlace } from './places/open-place.ts';

export async function openBackups(
  config: Pick<Config, 'backup' | 's3Access'>,
  parts: Omit<BackupParts, 'config' | 'place'>,
): Promise<Backups> {
  const place = await openPlace(config, parts.secrets);
  return new Backups({ ...parts, config: config.backup, place });
}
