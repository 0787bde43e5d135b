/** Why a workspace has no token to call Notion with. */

export type ConnectionProblem =
  /** It was never connected, or was disconnected meanwhile. */
  | 'not-connected'
  /** Notion no longer accepts its tokens: a person must connect it again. */
  | 'refused'
  /** Notion, or the process that refreshes the token, did not answer yet. */
  | 'unavailable';

const SENTENCES: Record<ConnectionProblem, string> = {
  'not-connected': 'This workspace is not connected to Notion.',
  refused: 'Notion no longer accepts this connection. Connect it again.',
  unavailable: 'Notion could not be reached. Try again in a minute.',
};

/** Its message is a sentence for people. */
export class NotionConnectionError extends Error {
  readonly problem: ConnectionProblem;

  constructor(problem: ConnectionProblem, cause?: unknown) {
    super(SENTENCES[problem], { cause });
    this.name = 'NotionConnectionError';
    this.problem = problem;
  }
}
