/** The answers of the test that is running, in the place of the network. */
import { Answers } from './answers.ts';

let current = new Answers();
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
    const answers = answersByToken.get(request.headers.get('authorization') ?? '') ?? current;
    return answers.answer(request);
  };
}

export function beginAnswers(): void {
  current = new Answers();
}

/** @param isCounted false where the test has failed already, and this would only hide why */
export function endAnswers(isCounted: boolean): void {
  if (isCounted) current.expectNoneUnexpected();
}
