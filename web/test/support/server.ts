/** The answers of the test that is running, in the place of the network. */
import { Answers } from './answers.ts';

let current = new Answers();
const ended = new Answers();
ended.end();
// A late request, such as a last save, goes to the answers of its own test.
const answersByToken = new Map<string, Answers>();

/** The running test's answers. */
export const server = (): Answers => current;

/** From now on, requests with this token are the running test's. */
export function expectToken(accessToken: string): void {
  answersByToken.set(`Bearer ${accessToken}`, current);
}

export function takeOverFetch(): void {
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return answersTo(request).answer(request);
  };
}

/**
 * The app's modules outlive a test, and give each request the session that there is when it leaves. So the one that is
 * sent again seconds after its test has ended has the next test's token.
 */
function answersTo(request: Request): Answers {
  const answers = answersByToken.get(request.headers.get('authorization') ?? '') ?? current;
  return request.headers.has('x-retry-count') && !answers.hasAsked(request) ? ended : answers;
}

export function beginAnswers(): void {
  current = new Answers();
}

/** @param isCounted false where the test has failed already, and this would only hide why */
export function endAnswers(isCounted: boolean): void {
  current.end();
  if (isCounted) current.expectNoneUnexpected();
}
