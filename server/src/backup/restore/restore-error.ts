/** Why nothing is restored or moved. Its message is a sentence for the operator. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}
