/** The bytes of a file as it was uploaded, for whoever takes it along: an export. */
import { readBytes } from './api/read-bytes.ts';

export { MissingFile } from './api/read-bytes.ts';

/** @throws {MissingFile} when it is not there for this person */
export function readFile(objectName: string, signal: AbortSignal): Promise<Blob> {
  return readBytes(objectName, undefined, signal);
}
