/** How long a mail waits between two tries. */
const FIRST_S = 30;
const LONGEST_S = 3600;

/** @param tries that failed before @returns seconds until the next try: half a minute, twice as long each time, an hour at most */
export function pauseSeconds(tries: number): number {
  return Math.min(FIRST_S * 2 ** Math.min(tries, 10), LONGEST_S);
}
