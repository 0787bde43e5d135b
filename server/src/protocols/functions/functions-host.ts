/**
 * Runs functions within their limits (`FUNCTION_LIMITS`): each in a process of its own, started by its first request and ended when nobody asks for a while. A second one
 * takes the requests that come while the first computes, and hears of none.
 */
import type { Observe } from '../../observe/observation.ts';
import { FunctionError } from './errors.ts';
import type { FunctionSettings } from './find-functions.ts';
import type { FunctionEnvironment } from './function-environment.ts';
import { type FunctionLimits, FunctionProcess, type FunctionRequest } from './function-process.ts';

// Supabase's: 150 s until the answer begins, 256 MB. Two seconds of computing there are CPU time of a busy machine here.
export const FUNCTION_LIMITS: FunctionLimits = {
  answerMs: 150_000,
  computeMs: 10_000,
  memoryMb: 256,
  heldUpMs: 250,
};
const MOST_PROCESSES = 2;
const QUIET_MS = 5 * 60_000;

export interface FunctionsHost {
  find(name: string): FunctionSettings | undefined;
  /**
   * @returns the function's answer
   * @throws {FunctionError} why the function gave no answer; it has been reported
   */
  ask(settings: FunctionSettings, request: FunctionRequest, requestId: string): Promise<Response>;
  stop(): void;
}

interface Running {
  readonly process: FunctionProcess;
  quiet: NodeJS.Timeout | undefined;
}

export function createFunctionsHost(
  functions: ReadonlyMap<string, FunctionSettings>,
  environment: FunctionEnvironment,
  observe: Observe,
  limits: FunctionLimits = FUNCTION_LIMITS,
): FunctionsHost {
  const running = new Map<string, readonly Running[]>();

  function start({ name, entry }: FunctionSettings): Running {
    const known = (running.get(name) ?? []).filter(({ process }) => !process.hasEnded);
    const free = known.find(({ process }) => !process.isHeldUp);
    const [first] = known.toSorted((one, other) => one.process.unanswered - other.process.unanswered);
    if (free ?? (first && known.length >= MOST_PROCESSES)) return (free ?? first) as Running;
    const onLine = (line: string) => observe({ kind: 'function-wrote', name, line });
    const started = { process: new FunctionProcess(entry, environment, limits, onLine), quiet: undefined };
    running.set(name, [...known, started]);
    return started;
  }

  function endWhenQuiet(name: string, one: Running): void {
    // A request that was answered beside this one has set it already.
    clearTimeout(one.quiet);
    one.quiet = setTimeout(() => {
      if (one.process.unanswered > 0) return;
      running.set(
        name,
        (running.get(name) ?? []).filter((other) => other !== one),
      );
      one.process.stop();
    }, QUIET_MS);
    one.quiet.unref();
  }

  return {
    find: (name) => functions.get(name),
    ask: async (settings, request, requestId) => {
      const one = start(settings);
      clearTimeout(one.quiet);
      try {
        return await one.process.ask(request);
      } catch (error) {
        if (error instanceof FunctionError && !request.signal.aborted)
          observe({
            kind: 'function-failed',
            name: settings.name,
            requestId,
            problem: error.problem,
            error: error.cause,
          });
        throw error;
      } finally {
        endWhenQuiet(settings.name, one);
      }
    },
    stop: () => {
      for (const { process } of [...running.values()].flat()) process.stop();
    },
  };
}
