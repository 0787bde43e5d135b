/**
 * Words from left to right within a line from right to left: the editor takes what is set apart in them for an end of them, and would
 * draw the parts in the wrong order. Set apart as a whole they are read as the browser draws them.
 */
import { hasRightToLeft } from '../../../../../../markdown/src/text/right-to-left.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

const LETTER = /\p{L}/u;
// These signs belong to the letter or the number before them.
const GOES_ON = /[\p{M}%$€£#°]/u;
const NUMBER = /[0-9\u06f0-\u06f9]/;

/**
 * @param text from right to left
 * @param apart what is set apart in it, in order
 * @returns the runs from left to right that go on behind something set apart
 */
export function runsToRight(text: string, apart: readonly Span[]): Span[] {
  const runs: Span[] = [];
  let [from, to] = [-1, -1];
  let [isPassed, isHeld] = [false, false];
  const end = () => {
    if (isHeld) runs.push({ from, to });
    from = -1;
    isPassed = false;
    isHeld = false;
  };
  let [at, next] = [0, 0];
  while (at < text.length) {
    const isolate = apart[next];
    if (isolate && at >= isolate.from) {
      isPassed = true;
      at = Math.max(at, isolate.to);
      next++;
      continue;
    }
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const isLetter = LETTER.test(sign);
    if (isLetter && hasRightToLeft(sign)) end();
    else if (isLetter || (from >= 0 && (NUMBER.test(sign) || (to === at && GOES_ON.test(sign))))) {
      if (from === -1) [from, isPassed] = [at, false];
      isHeld ||= isPassed;
      to = at + sign.length;
    }
    at += sign.length;
  }
  end();
  return runs;
}
