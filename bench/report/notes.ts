/** Notes below the table: which limit counted where, which peer took part, and which are missing. */
import type { Comparison } from './compare.ts';

/** @param missing peers that did not take part or did not get through, and why */
export function notes(comparisons: readonly Comparison[], missing: ReadonlyMap<string, string>): string {
  const peers = new Set(comparisons.flatMap((comparison) => comparison.peers.map((peer) => peer.name)));
  return [
    `The limit is the same SQL without a server, by the faster way: ${limits(comparisons)}.`,
    '"one by one" is the part of what it reaches when it sends one statement after the other.',
    '"rules" is the part of its saves that the same SQL reaches with the product\'s triggers, of those without them.',
    ...(peers.size > 0 ? [`The peer is ${[...peers].join(', ')}.`] : []),
    ...[...missing].map(([name, reason]) => `Missing: ${name}. ${reason}`),
  ].join('\n');
}

/** @returns each database's usually fastest way, and the exceptions */
function limits(comparisons: readonly Comparison[]): string {
  const perEngine = Map.groupBy(comparisons, (comparison) => comparison.engine);
  return [...perEngine.values()].map(limitsOfEngine).join('; ');
}

function limitsOfEngine(comparisons: readonly Comparison[]): string {
  const [usual, ...others] = [...Map.groupBy(comparisons, ({ limit }) => limit.name)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const exceptions = others.flatMap(([name, cells]) =>
    cells.map(({ cell }) => `${name} for ${cell.operation} on ${cell.connections}`),
  );
  return `${usual?.[0]}${exceptions.length > 0 ? ` (but ${exceptions.join(', ')})` : ''}`;
}
