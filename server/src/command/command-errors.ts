/** How a command ends when it cannot do what it was asked for. */

/** The command was written in a wrong way. Its message says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** It cannot be done. Its message is a sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
