/**
 * Everything that takes time in the model waits here, each kind in its own order, until the test lets it
 * happen. A dead tab's tasks never run.
 */

/** Asks and hears of answers only while it is not frozen. */
type Owner = object & { whenThawed?(work: () => void): void };

interface Task {
  readonly owner: object;
  run(): void;
}

export class Queues {
  readonly #queues = new Map<string, Task[]>();

  /** @returns what `work` returns, once its turn has come */
  turn<T>(queue: string, owner: Owner, work: () => T | Promise<T>): Promise<T> {
    const whenThawed = (thawed: () => void) => (owner.whenThawed ? owner.whenThawed(thawed) : thawed());
    return new Promise((resolve, reject) => {
      const run = () => {
        try {
          const answer = work();
          whenThawed(() => resolve(answer));
        } catch (error) {
          whenThawed(() => reject(error));
        }
      };
      whenThawed(() => {
        const waiting = this.#queues.get(queue) ?? [];
        waiting.push({ owner, run });
        this.#queues.set(queue, waiting);
      });
    });
  }

  get isEmpty(): boolean {
    return [...this.#queues.values()].every((waiting) => waiting.length === 0);
  }

  /** Runs the next task of the queue that the test chose. */
  step(choice: number): void {
    const waiting = [...this.#queues.values()].filter(({ length }) => length > 0);
    waiting[choice % waiting.length]?.shift()?.run();
  }

  forget(owner: object): void {
    for (const [queue, waiting] of this.#queues) {
      this.#queues.set(
        queue,
        waiting.filter((task) => task.owner !== owner),
      );
    }
  }
}
