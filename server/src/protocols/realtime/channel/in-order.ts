/** Does one thing after the other. A thing that needs no waiting, and waits for nothing, is done at once. */
export class InOrder {
  #tail: Promise<void> | undefined;
  #waiting = 0;

  /** How many things have begun or wait to. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Resolves when everything that has begun until now is done. */
  async done(): Promise<void> {
    await this.#tail;
  }

  /** @param onError gets what a task throws; the tasks after it go on */
  run(task: () => void | Promise<void>, onError: (error: unknown) => void): void {
    if (this.#tail) {
      this.#follow(this.#tail.then(task), onError);
      return;
    }
    try {
      const work = task();
      if (work) this.#follow(work, onError);
    } catch (error) {
      onError(error);
    }
  }

  #follow(work: Promise<void>, onError: (error: unknown) => void): void {
    this.#waiting++;
    const tail = work.catch(onError).finally(() => {
      this.#waiting--;
      if (this.#tail === tail) this.#tail = undefined;
    });
    this.#tail = tail;
  }
}
