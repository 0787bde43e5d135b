/**
 * Runs the processes that make variants (smaller pictures), within their seconds and megabytes: started when they are needed, ended when
 * nobody asks for a while. One makes them in turn, and a second one makes small ones, so that none waits for a large one that is being
 * made.
 */
import { type ChildProcess, fork } from 'node:child_process';
import type { Format, RenderJob, RenderProblem, RenderReply, RenderRequest } from './render-job.ts';
import { RenderLine } from './render-line.ts';

const SLOWEST_MS = 20_000;
const IDLE_MS = 30_000;
/** Some tenths of a second: a picture for a page, from one of any camera. */
const SMALL_EFFORT = 500;
// The largest pictures that are taken need less, in whatever format; a small machine has half a gigabyte for everything.
const LARGE_MB = 400;
const SMALL_MB = 200;
const PROGRAM = new URL('./renderer-process.ts', import.meta.url);

/** @param effort of the work that failed, if it is known */
export type Rendered =
  | { readonly format: Format }
  | { readonly problem: RenderProblem; readonly effort: number };

export interface Renderer {
  /**
   * Makes one at a time, in turn (render-line.ts), and a small one beside it.
   * @param sender who asks
   * @param isWanted asked when it is the job's turn
   */
  render(job: RenderJob, sender: string, isWanted: () => boolean): Promise<Rendered>;
  stop(): void;
}

interface Waiting {
  readonly job: RenderJob;
  readonly sender: string;
  readonly effort: number;
  isWanted(): boolean;
  done(reply: Rendered): void;
}

/** @param slowestMs for one picture; longer than sharp's own limit, which leaves the process alive */
export function createRenderer(program = PROGRAM, slowestMs = SLOWEST_MS): Renderer {
  const small = new RendererProcess(program, slowestMs, SMALL_MB);
  const large = new RendererProcess(program, slowestMs, LARGE_MB);
  /** Nobody knows yet how much work they are. */
  const arrived: Waiting[] = [];
  const smallLine = new RenderLine<Waiting>();
  const largeLine = new RenderLine<Waiting>();

  async function measure(waiting: Waiting): Promise<void> {
    if (!waiting.isWanted()) return waiting.done({ problem: 'unwanted', effort: 0 });
    const reply = await small.ask({ ...waiting.job, does: 'measure' });
    // A picture that cannot even be measured is given up, whatever is wished for.
    if (!('effort' in reply))
      return waiting.done({ problem: 'problem' in reply ? reply.problem : 'unreadable', effort: 0 });
    const { effort } = reply;
    (effort > SMALL_EFFORT ? largeLine : smallLine).add({ ...waiting, effort });
  }

  async function make(renderer: RendererProcess, { job, effort, isWanted, done }: Waiting): Promise<void> {
    if (!isWanted()) return done({ problem: 'unwanted', effort });
    const reply = await renderer.ask({ ...job, does: 'render' });
    if ('format' in reply) done(reply);
    else done({ problem: 'problem' in reply ? reply.problem : 'unreadable', effort });
  }

  /** A picture that needs more memory than such a picture should is taken for a large one. */
  async function makeSmall(waiting: Waiting): Promise<void> {
    const done = (reply: Rendered) => {
      if (!('problem' in reply) || reply.problem !== 'swollen') return waiting.done(reply);
      largeLine.add(waiting);
      void workOnLarge();
    };
    await make(small, { ...waiting, done });
  }

  const workOnSmall = oneAtATime(() => {
    const unmeasured = arrived.shift();
    if (unmeasured) return measure(unmeasured);
    // All that came together are measured before one of them is chosen.
    void workOnLarge();
    const next = smallLine.next();
    return next && makeSmall(next);
  });
  const workOnLarge = oneAtATime(() => {
    const next = largeLine.next();
    return next && make(large, next);
  });

  return {
    render: (job, sender, isWanted) =>
      new Promise((done) => {
        arrived.push({ job, sender, effort: 0, isWanted, done });
        void workOnSmall();
      }),
    stop: () => {
      small.end();
      large.end();
    },
  };
}

/** @param step does the next piece of work; undefined where there is none */
function oneAtATime(step: () => Promise<void> | undefined): () => Promise<void> {
  let isWorking = false;
  return async () => {
    if (isWorking) return;
    isWorking = true;
    for (let work = step(); work; work = step()) await work;
    isWorking = false;
  };
}

class RendererProcess {
  readonly #program: URL;
  readonly #slowestMs: number;
  readonly #mostMb: number;
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: URL, slowestMs: number, mostMb: number) {
    this.#program = program;
    this.#slowestMs = slowestMs;
    this.#mostMb = mostMb;
  }

  async ask(wish: Omit<RenderRequest, 'mostMb'>): Promise<RenderReply> {
    const reply = await ask(this.#running(), { ...wish, mostMb: this.#mostMb }, this.#slowestMs);
    const isOver = 'problem' in reply && (reply.problem === 'too-slow' || reply.problem === 'swollen');
    if (isOver) this.end();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
    return reply;
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  #running(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child) return this.#child;
    const started = fork(this.#program, {
      // No secret is of use to it.
      env: {},
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('exit', () => {
      if (this.#child === started) this.#child = undefined;
    });
    // It ends with the server, and does not keep it.
    started.unref();
    started.channel?.unref();
    this.#child = started;
    return started;
  }
}

function ask(child: ChildProcess, request: RenderRequest, slowestMs: number): Promise<RenderReply> {
  return new Promise((resolve) => {
    const done = (reply: RenderReply) => {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', crashed);
      child.off('error', crashed);
      child.channel?.unref();
      resolve(reply);
    };
    const crashed = () => done({ problem: 'crashed' });
    const timer = setTimeout(() => done({ problem: 'too-slow' }), slowestMs);
    child.channel?.ref();
    child.on('message', done);
    child.once('exit', crashed);
    child.once('error', crashed);
    child.send(request, (error) => error && crashed());
  });
}
