/**
 * Two versions of one place: for people this browser does not know, and for those who are signed in. Both are in the
 * page; public/visitor.js says before the first paint which of them is shown, so that nothing moves.
 */
import type { ReactNode } from 'react';

export function ByVisitor({
  unknown,
  signedIn,
}: {
  readonly unknown: ReactNode;
  readonly signedIn: ReactNode;
}) {
  return (
    <>
      <div className="contents in-data-signed-in:hidden">{unknown}</div>
      <div className="hidden in-data-signed-in:contents">{signedIn}</div>
    </>
  );
}
