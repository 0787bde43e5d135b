/** The place that BACKUP_TO names. */
import { type Config, isS3Address } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import { openFolder } from './folder-place.ts';
import type { Place } from './place.ts';
import { openS3Place } from './s3-place.ts';

/** @param to in place of the one of the settings */
export function openPlace(
  { backup, s3Access }: Pick<Config, 'backup' | 's3Access'>,
  { s3SecretAccessKey = '' }: Pick<Secrets, 's3SecretAccessKey'>,
  to = backup.to,
): Place | Promise<Place> {
  return isS3Address(to) && s3Access ? openS3Place(to, s3Access, s3SecretAccessKey) : openFolder(to);
}
