/** Whether an answer is what was asked for: the same for every contestant, so that all do the same work. */
import { OPERATIONS, type Operation } from '../contestants/contestant.ts';
import { PAGE_CHARACTERS, TREE_PAGES } from '../dataset/data-set.ts';

/** @param content what was saved; undefined for what only reads */
export type Check = (operation: Operation, answer: string, content: string | undefined) => void;

const UPDATED_AT = '"updated_at":"';

/**
 * @returns the `updated_at` of the one page in an answer
 * @throws {Error} when there is none
 */
export function versionOf(answer: string): string {
  // Found by its name, as reading the whole JSON would measure this side of the connection.
  const start = answer.lastIndexOf(UPDATED_AT) + UPDATED_AT.length;
  const end = answer.indexOf('"', start);
  if (start < UPDATED_AT.length || end < 0) throw new Error(`No page in the answer: ${answer.slice(0, 200)}`);
  return answer.slice(start, end);
}

/** @throws {Error} saying what is wrong */
export const checkAnswer: Check = (operation, answer, content) => {
  const rows = JSON.parse(answer) as Record<string, unknown>[];
  if (operation === 'tree of 10,000') checkTree(rows);
  else checkPage(operation, rows, content);
};

function checkPage(operation: Operation, rows: readonly Record<string, unknown>[], content?: string): void {
  const [page] = rows;
  const complete =
    rows.length === 1 &&
    page !== undefined &&
    Object.keys(page).join() === 'name,description,content,updated_at' &&
    String(page.content).length === PAGE_CHARACTERS &&
    (content === undefined || page.content === content);
  if (!complete) throw new Error(`Wrong answer to ${operation}: ${JSON.stringify(rows).slice(0, 200)}`);
}

function checkTree(rows: readonly Record<string, unknown>[]): void {
  const sorted = rows.every((row, index) => index === 0 || !isBefore(row, rows[index - 1]));
  const columns = Object.keys(rows[0] ?? {}).join();
  if (rows.length !== TREE_PAGES || columns !== 'id,parent_id,name,order_index' || !sorted)
    throw new Error(`Wrong answer to ${OPERATIONS[2]}: ${rows.length} rows of ${columns}, sorted: ${sorted}`);
}

function isBefore(row: Record<string, unknown>, other: Record<string, unknown> | undefined): boolean {
  const [parent, otherParent] = [String(row.parent_id ?? ''), String(other?.parent_id ?? '')];
  if (parent !== otherParent) return parent < otherParent;
  return Number(row.order_index) < Number(other?.order_index);
}
