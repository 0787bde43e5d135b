/** The store of the files does not answer, or lost some; it may be asked again in a moment. The cause has its words. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}
