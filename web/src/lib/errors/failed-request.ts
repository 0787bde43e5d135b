/**
 * The id under which the server's log has the newest request that failed. The clients of the protocols tell their
 * callers nothing of an answer's headers, but report its error in the same task in which they have read its body. So
 * the id is noted with the body, and asked for by whoever turns that error into one of ours.
 */

let newest: string | undefined;

/** Notes the answer's id once its body is read, unless it is a success. */
export function noteFailedRequest(answer: Response): void {
  if (answer.ok) return;
  const text = answer.text.bind(answer);
  answer.text = async () => {
    const body = await text();
    newest = answer.headers.get('x-request-id') ?? undefined;
    return body;
  };
  answer.json = async () => JSON.parse(await answer.text());
}

/** @returns undefined where the answer has none, such as a proxy's own */
export function failedRequest(): string | undefined {
  return newest;
}

/** @returns the id of an answer at hand, where the fault is the server's */
export function requestIdIn(answer: unknown): string | undefined {
  if (!(answer instanceof Response) || !isServersFault(answer.status)) return undefined;
  return answer.headers.get('x-request-id') ?? undefined;
}

export function isServersFault(status: number | undefined): boolean {
  return status !== undefined && status >= 500;
}
