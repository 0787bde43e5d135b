/** The operator's settings in a file. */
import path from 'node:path';

/**
 * Adds the variables of `.env` to the environment, which keeps those that it has already.
 * @param folder where the file is, if there is one
 * @throws {Error} when it cannot be read
 */
export function loadEnvFile(folder: string): void {
  try {
    process.loadEnvFile(path.join(folder, '.env'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
