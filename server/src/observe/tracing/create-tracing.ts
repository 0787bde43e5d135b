/**
 * Traces (OpenTelemetry): a span around each request and each use of the database, sent by OTLP where
 * `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector. Nothing is loaded for them otherwise.
 */
import { noTracing, type Tracing } from './tracing.ts';

/** @param environment the variables of the process; those of OpenTelemetry keep the names that its specification gives them */
export async function createTracing(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Tracing> {
  const isOff =
    environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || environment.OTEL_TRACES_EXPORTER === 'none';
  const hasAddress =
    Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT) ||
    Boolean(environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
  if (isOff || !hasAddress) return noTracing;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(environment);
}
