/**
 * The order in which variants are made: everybody who waits gets the same share of the work, and small work comes first. So an account
 * with many large pictures holds up its own alone. Work is taken as if all who wait were served at once, each as fast: next comes
 * what would be done first (weighted fair queueing).
 */
export interface Job {
  readonly sender: string;
  readonly effort: number;
}

interface Waiting<Of> {
  /** How much work had been done for each who waited, when this sender began to wait. Grows with what is done for them. */
  begun: number;
  readonly jobs: Of[];
}

export class RenderLine<Of extends Job> {
  readonly #waiting = new Map<string, Waiting<Of>>();
  /** How much has been done for each who waited. */
  #done = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(job: Of): void {
    const known = this.#waiting.get(job.sender);
    if (known) known.jobs.push(job);
    else this.#waiting.set(job.sender, { begun: this.#done, jobs: [job] });
  }

  /** Takes one out. */
  next(): Of | undefined {
    const [first, ...others] = [...this.#waiting].map(([sender, waiting]) => {
      const job = waiting.jobs.reduce((least, one) => (one.effort < least.effort ? one : least));
      return { sender, waiting, job, end: waiting.begun + job.effort };
    });
    if (!first) return undefined;
    const { sender, waiting, job, end } = others.reduce(
      (least, one) => (one.end < least.end ? one : least),
      first,
    );
    this.#done += job.effort / this.#waiting.size;
    waiting.begun = end;
    waiting.jobs.splice(waiting.jobs.indexOf(job), 1);
    if (waiting.jobs.length === 0) this.#waiting.delete(sender);
    return job;
  }
}
