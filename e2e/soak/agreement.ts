/** Whether all screens show what the database has, and say so. */
import { setTimeout as pause } from 'node:timers/promises';
import type { House } from './house.ts';
import type { SoakTab } from './soak-tab.ts';
import { countWords } from './written/words.ts';

const ANSWER_MS = 30_000;

/** @returns a sentence for each tab that is not right yet */
export async function findDisagreement(house: House, tabs: readonly SoakTab[]): Promise<readonly string[]> {
  const { content } = await house.readPage();
  const sentences = await Promise.all(
    tabs.map((tab) => Promise.race([judge(tab, content), pause(ANSWER_MS).then(() => sayStuck(tab))])),
  );
  return sentences.filter((sentence) => sentence !== undefined);
}

async function judge(tab: SoakTab, content: string): Promise<string | undefined> {
  try {
    const screen = await tab.read();
    if (!screen) {
      const instead = await tab.describe();
      await tab.show();
      return `${tab.name} shows no editor: ${instead}`;
    }
    if (screen.status !== 'saved') return `${tab.name} is ${screen.status}`;
    if (screen.text !== content) return `${tab.name} shows another text: ${compare(screen.text, content)}`;
    const left = await tab.filesLeft();
    return left > 0 ? `${tab.name} has ${left} files that the server lacks` : undefined;
  } catch (error) {
    return `${tab.name}: ${error}`;
  }
}

async function sayStuck(tab: SoakTab): Promise<string> {
  return `${tab.name} does not answer; it runs: ${await tab.runningFunctions()}`;
}

function compare(shown: string, kept: string): string {
  const there = countWords(kept);
  const here = countWords(shown);
  const differing = [...new Set([...there.keys(), ...here.keys()])].filter(
    (word) => there.get(word) !== here.get(word),
  );
  const list = differing.map((word) => `${word} ${here.get(word) ?? 0} instead of ${there.get(word) ?? 0}`);
  return `${shown.length} letters instead of ${kept.length}; ${list.slice(0, 10).join(', ')}`;
}
