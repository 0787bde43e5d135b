/** The tasks of a soak's page: all move and tick them, and type in them. A word that was typed in one is to be in its line at the end. */

export const TASKS = ['t0-1;', 't0-2;', 't0-3;'] as const;

export const TASK_LINES = TASKS.map((task) => `- [ ] ${task}\n`).join('');

export interface Stray {
  readonly word: string;
  readonly task: string;
  readonly line: string;
}

export class Tasks {
  /** By the word, the task that it was typed in. */
  readonly #typed = new Map<string, string>();

  at(number: number): string {
    return TASKS[number % TASKS.length] ?? TASKS[0];
  }

  type(word: string, task: string): void {
    this.#typed.set(word, task);
  }

  get count(): number {
    return this.#typed.size;
  }

  /** @returns words in another line than their task's */
  judge(content: string): readonly Stray[] {
    const lines = content.split('\n');
    const lineOf = (word: string) => lines.find((line) => line.includes(word));
    return [...this.#typed].flatMap(([word, task]) => {
      const line = lineOf(word);
      return line === undefined || line.includes(task) ? [] : [{ word, task, line }];
    });
  }

  /** @returns how many tasks have two marks in their box, and are none any more */
  doubleTicks(content: string): number {
    const lines = content.split('\n').filter((line) => TASKS.some((task) => line.includes(task)));
    return lines.filter((line) => /\[(?:\s*x){2,}/.test(line)).length;
  }
}
