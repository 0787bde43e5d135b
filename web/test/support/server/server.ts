/** The answers of the test that is running, in the place of the network. */
import { Answers } from './answers.ts';

let current = new Answers();
const ended = new Answers();
ended.end();
// A late request, such as a last save or a renewal that is tried again, goes to the answers of its own test.
const answersByToken = new Map<string, Answers>();

/** The running test's answers. */
export const server = (): Answers => current;

/** From now on, requests with this access token or this refresh token are the running test's. */
export function expectTokens(...tokens: readonly string[]): void {
  for (const token of tokens) answersByToken.set(token, current);
}

export function takeOverFetch(): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answers = answersByToken.get(await tokenOf(request)) ?? current;
    return (isLateRepeat(request, answers) ? ended : answers).answer(request);
  };
}

async function tokenOf(request: Request): Promise<string> {
  if (new URL(request.url).searchParams.get('grant_type') !== 'refresh_token') {
    return request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
  }
  const { refresh_token: token }: { refresh_token: string } = await request.clone().json();
  return token;
}

/**
 * The app's modules outlive a test, and give each request the session that there is when it leaves. So the one that is
 * sent again seconds after its test has ended has the next test's token.
 */
function isLateRepeat(request: Request, answers: Answers): boolean {
  return request.headers.has('x-retry-count') && !answers.hasAsked(request);
}

export function beginAnswers(): void {
  current = new Answers();
}

/** @param isCounted false where the test has failed already, and this would only hide why */
export function endAnswers(isCounted: boolean): void {
  current.end();
  if (isCounted) current.expectNoneUnexpected();
}
