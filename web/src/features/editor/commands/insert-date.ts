/** Inserts today's date. */
import type { StateCommand } from '@codemirror/state';
import { insertText } from '../blocks/insert-text.ts';

/** As people write it, or in digits that sort. Plain text in either case. */
export function insertDate(style: 'long' | 'iso', today: () => Date = () => new Date()): StateCommand {
  return (target) => {
    const date = today();
    const text = style === 'long' ? longDate(date) : isoDate(date);
    return insertText(target, text, text.length);
  };
}

function longDate(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long' });
}

/** The day where the person is, not in Greenwich. */
function isoDate(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
