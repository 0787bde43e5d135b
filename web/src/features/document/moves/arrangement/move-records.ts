/**
 * How moved lines are written down. Letters of a Yjs text cannot move: whoever takes a line away and puts it elsewhere writes other
 * letters, and what others type into the old ones stays behind. So a moved line stays where it is in the shared text, and a record
 * in a second text says where it is shown. Each record stands in a line of its own and names lines by the letters that end them.
 */
import type * as Y from 'yjs';

/** Beside the texts of the page, in the same document. */
export const MOVES_FIELD = 'moves';

/** A letter that ends a line; or the text's beginning, or its end, after all letters. */
export type Edge = Y.ID | 'start' | 'end';

export interface LineRange {
  /** The range begins after this letter. */
  readonly after: Edge;
  /** Its last letter. */
  readonly through: Edge;
}

export interface MoveRecord {
  readonly ranges: readonly LineRange[];
  /** The letter that they are shown after. */
  readonly to: Edge;
}

// A page with more is slow to show. Further moves are written as other letters, as if there were no records.
export const MOST_RANGES = 4000;
export const MOST_RANGES_OF_ONE = 500;
/** More than the records of so many ranges take, in UTF-16 units. */
export const MOST_WRITTEN = 400_000;
export const MOST_WRITTEN_OF_ONE = 25_000;

const EDGE = String.raw`(?:\d{1,10}\.\d{1,10}|\^|\$)`;
const RANGE = `${EDGE}-${EDGE}`;
const RECORD = new RegExp(`^${RANGE}(?:,${RANGE}){0,${MOST_RANGES_OF_ONE - 1}}>${EDGE}$`);

/** @param text may hold anything: everybody who may write the page can write there */
export function readRecords(text: string): MoveRecord[] {
  const records: MoveRecord[] = [];
  let left = MOST_RANGES;
  for (const line of text.slice(0, MOST_WRITTEN).split('\n').slice(0, -1)) {
    if (!RECORD.test(line)) continue;
    const [ranges = '', to = ''] = line.split('>');
    const record = { ranges: ranges.split(',').map(readRange), to: readEdge(to) };
    left -= record.ranges.length;
    if (left < 0) break;
    records.push(record);
  }
  return records;
}

/** @returns undefined for a move of too many pieces */
export function writeRecord({ ranges, to }: MoveRecord): string | undefined {
  if (ranges.length === 0 || ranges.length > MOST_RANGES_OF_ONE) return undefined;
  const written = ranges.map(({ after, through }) => `${writeEdge(after)}-${writeEdge(through)}`);
  return `${written.join(',')}>${writeEdge(to)}\n`;
}

function readRange(range: string): LineRange {
  const [after = '', through = ''] = range.split('-');
  return { after: readEdge(after), through: readEdge(through) };
}

function readEdge(edge: string): Edge {
  if (edge === '^') return 'start';
  if (edge === '$') return 'end';
  const [client, clock] = edge.split('.');
  return { client: Number(client), clock: Number(clock) };
}

function writeEdge(edge: Edge): string {
  if (edge === 'start') return '^';
  return edge === 'end' ? '$' : `${edge.client}.${edge.clock}`;
}
