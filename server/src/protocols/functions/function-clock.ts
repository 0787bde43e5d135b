/**
 * Calls functions by the clock, as an operator's pg_cron does on Supabase: those with a schedule.json beside their
 * index.ts, with the secret key. Each process has its clock; a function that must run once for all of them sees to that.
 */
import { randomUUID } from 'node:crypto';
import type { FunctionSettings } from './find-functions.ts';
import type { FunctionsHost } from './functions-host.ts';

const MINUTE_MS = 60_000;

export interface FunctionClock {
  /** Calls them all at once, beside their times. */
  callNow(): void;
  stop(): void;
}

/** @param origin what the function takes for its own address */
export function startFunctionClock(
  functions: ReadonlyMap<string, FunctionSettings>,
  host: Pick<FunctionsHost, 'ask'>,
  { secretKey, origin }: { readonly secretKey: string; readonly origin: string },
): FunctionClock {
  const stopped = new AbortController();
  const calls = [...functions.values()].flatMap((settings) => {
    const { name, schedule } = settings;
    if (!schedule) return [];
    const ask = async () => {
      const requestId = randomUUID();
      const answer = await host.ask(
        settings,
        {
          method: 'POST',
          url: new URL(`/${name}/${schedule.path}`, origin),
          headers: [['authorization', `Bearer ${secretKey}`]],
          body: new Uint8Array(),
          signal: stopped.signal,
        },
        requestId,
      );
      await answer.body?.cancel();
    };
    // The host has reported what went wrong; the next time it may go well.
    const call = () => void ask().catch(() => undefined);
    return [{ call, everyMs: schedule.everyMinutes * MINUTE_MS }];
  });
  const timers = calls.map(({ call, everyMs }) => setInterval(call, everyMs).unref());
  return {
    callNow: () => {
      for (const { call } of calls) call();
    },
    stop: () => {
      for (const timer of timers) clearInterval(timer);
      stopped.abort();
    },
  };
}
