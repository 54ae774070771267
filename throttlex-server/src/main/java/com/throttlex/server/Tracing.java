package com.throttlex.server;

import com.throttlex.server.config.Settings;
import io.netty.channel.Channel;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.tracing.opentelemetry.OpenTelemetryTracingFactory;
import java.net.URI;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The event loops, with OpenTelemetry tracing if it is switched on. */
final class Tracing implements AutoCloseable {
  private final @Nullable OpenTelemetrySdk telemetry;

  private Tracing(@Nullable OpenTelemetrySdk telemetry) {
    this.telemetry = telemetry;
  }

  static Tracing of(Settings.Tracing settings) {
    URI endpoint = settings.endpoint();
    return new Tracing(endpoint == null ? null : telemetry(endpoint));
  }

  private static OpenTelemetrySdk telemetry(URI endpoint) {
    Resource resource =
        Resource.getDefault()
            .merge(
                Resource.create(
                    Attributes.of(AttributeKey.stringKey("service.name"), "throttlex")));
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder().setEndpoint(traces(endpoint)).build();
    return OpenTelemetrySdk.builder()
        .setTracerProvider(
            SdkTracerProvider.builder()
                .setResource(resource)
                .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
                .build())
        .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
        .build();
  }

  /** Returns the URL for traces; adds the standard path if the endpoint has none. */
  private static String traces(URI endpoint) {
    String path = endpoint.getPath();
    boolean bare = path == null || path.isEmpty() || path.equals("/");
    return (bare ? endpoint.resolve("/v1/traces") : endpoint).toString();
  }

  /** Returns event loops that ask the guard before each connection of a client. */
  Vertx vertx(Predicate<Channel> guard) {
    VertxBuilder builder =
        Vertx.builder().with(new VertxOptions()).withTransport(GuardedTransport.of(guard));
    if (telemetry != null) {
      builder.withTracer(new OpenTelemetryTracingFactory(telemetry));
    }
    return builder.build();
  }

  /** Sends the remaining spans. */
  @Override
  public void close() {
    if (telemetry != null) {
      telemetry.close();
    }
  }
}
