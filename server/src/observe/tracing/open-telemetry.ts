/**
 * Traces by OTLP over HTTP. The exporter reads its own variables (`OTEL_EXPORTER_OTLP_*`), the resource its own
 * (`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`). Names of attributes are OpenTelemetry's semantic conventions. No query
 * string, no statement and no address of a person is in a span: the collector may be somebody else's.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { routeClass } from '../route-class.ts';
import type { Tracing } from './tracing.ts';

const LAST_SPANS_MS = 2000;

export function openTelemetry(environment: Readonly<Record<string, string | undefined>>): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'trellis' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('trellis');
  return {
    request: async ({ method, path, requestId, header }, work, statusOf) => {
      const { route } = routeClass(method, path);
      const headers = { traceparent: header('traceparent'), tracestate: header('tracestate') };
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'url.path': path,
        'trellis.request_id': requestId,
      };
      const within = propagation.extract(context.active(), headers);
      const options = { kind: SpanKind.SERVER, attributes };
      await tracer.startActiveSpan(`${method} ${route}`, options, within, async (span) => {
        try {
          await work();
          span.setAttribute('http.response.status_code', statusOf());
          if (statusOf() >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      });
    },
    database: (name, work) =>
      // Work by a clock belongs to no request, and would be a trace of its own every few seconds.
      trace.getActiveSpan() === undefined
        ? work()
        : tracer.startActiveSpan(
            name,
            { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
            async (span) => {
              try {
                return await work();
              } catch (error) {
                span.setAttribute('error.type', error instanceof Error ? error.name : 'error');
                span.setStatus({ code: SpanStatusCode.ERROR });
                throw error;
              } finally {
                span.end();
              }
            },
          ),
    stop: async () => {
      // The exporter would wait for a collector that is away for longer than anybody waits for the end of a process.
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(LAST_SPANS_MS, undefined, { ref: false }),
      ]);
      context.disable();
      propagation.disable();
    },
  };
}

/** `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`: all traces, unless the one who asks, or the share, says otherwise. */
function samplerOf(environment: Readonly<Record<string, string | undefined>>): Sampler {
  const asked = environment.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
  const share = Number(environment.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const name = asked.replace(/^parentbased_/, '');
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(share)
        : new AlwaysOnSampler();
  return asked === name ? root : new ParentBasedSampler({ root });
}
