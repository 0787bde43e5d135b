/**
 * Numbers about this process for Prometheus, made from the observations that the log has, and from what is measured when
 * somebody asks. Labels come from short fixed lists, never from a client: each new value would take memory for good.
 */
import type { Counter, Histogram, Registry } from 'prom-client';
import type { Observation, Observe } from '../observe/observation.ts';
import { routeClass } from '../observe/route-class.ts';

/** Measured when the numbers are asked for. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  /** The name of the one label, if there are several values. */
  readonly label?: string;
  /** @returns each value by its label; by `''` without one; none when it is unknown */
  measure(): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
}

export interface Metrics {
  readonly contentType: string;
  /** Counts what is worth a number. */
  readonly observe: Observe;
  addGauge(gauge: Gauge): void;
  /** @returns all numbers in Prometheus' text format */
  text(): Promise<string>;
}

// From a read of one row to the longest statement that is allowed.
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** These go wrong without an answer that says so, or with one that only says "500". */
const FAILURES = new Set<Observation['kind']>([
  'background-failed',
  'backup-failed',
  'database-connection-lost',
  'file-missing',
  'function-failed',
  'job-failed',
  'job-has-problem',
  'mail-failed',
  'mail-not-undone',
  'mail-postponed',
  'mail-server-away',
  'provider-failed',
  'realtime-failed',
  'request-failed',
]);

/** The library is loaded only where an operator asked for numbers. */
export async function createMetrics(): Promise<Metrics> {
  const prometheus = await import('prom-client');
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  const durations = new prometheus.Histogram({
    name: 'trellis_http_request_duration_seconds',
    help: 'How long requests took, by the part of the server that answered, method and class of status.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const failures = new prometheus.Counter({
    name: 'trellis_failures_total',
    help: 'What went wrong, by the name that its line in the log has.',
    labelNames: ['kind'],
    registers: [registry],
  });
  for (const kind of FAILURES) failures.inc({ kind }, 0);
  const mails = new prometheus.Counter({
    name: 'trellis_mails_sent_total',
    help: 'Mails that the mail server took, or that were written to the outbox.',
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    observe: (observation) => count(observation, durations, failures, mails),
    addGauge: (gauge) => register(registry, prometheus.Gauge, gauge),
    text: () => registry.metrics(),
  };
}

function count(
  observation: Observation,
  durations: Histogram<'route' | 'method' | 'status'>,
  failures: Counter<'kind'>,
  mails: Counter,
): void {
  const { kind } = observation;
  if (kind === 'request') {
    const { method, path, status, durationMs } = observation;
    durations.observe(
      { ...routeClass(method, path), status: `${Math.floor(status / 100)}xx` },
      durationMs / 1000,
    );
  } else if (kind === 'mail-sent') mails.inc();
  else if (FAILURES.has(kind)) failures.inc({ kind });
}

function register(registry: Registry, GaugeOf: typeof import('prom-client').Gauge, gauge: Gauge): void {
  const { name, help, label } = gauge;
  new GaugeOf({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      const values = await gauge.measure();
      this.reset();
      // A gauge without a label begins at 0, which would be a value that nobody measured.
      if (label === undefined && values.size === 0) this.remove();
      for (const [value, number] of values) {
        if (label === undefined) this.set(number);
        else this.set({ [label]: value }, number);
      }
    },
  });
}
