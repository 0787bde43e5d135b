/** Does the work that rows of a table ask for: at the start, when asked, and every few seconds for rows of a process that died. */
import type { Background } from '../../../http/background.ts';

export class Attendance {
  readonly #background: Pick<Background, 'run'>;
  readonly #work: () => Promise<void>;
  readonly #timer: NodeJS.Timeout;
  #isRunning = false;
  #isAskedAgain = false;
  #isStopped = false;

  /** @param work ends when no row is left that this process may take */
  constructor(background: Pick<Background, 'run'>, everyMs: number, work: () => Promise<void>) {
    this.#background = background;
    this.#work = work;
    this.#timer = setInterval(() => this.ask(), everyMs).unref();
    this.ask();
  }

  ask(): void {
    this.#isAskedAgain = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    this.#background.run(async () => {
      try {
        while (this.#isAskedAgain && !this.#isStopped) {
          this.#isAskedAgain = false;
          await this.#work();
        }
      } finally {
        this.#isRunning = false;
      }
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }
}
