package com.throttlex.server;

import com.throttlex.server.admin.ComponentHealth;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.Version;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauges of the node itself, for alerts: {@code throttlex.degraded} by component, {@code
 * throttlex.time}, {@code throttlex.disk.free}, {@code throttlex.certificate.expires} and {@code
 * throttlex.build}.
 */
final class ServiceMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceMetrics.class);

  private final Supplier<List<ComponentHealth>> health;
  private final MultiGauge degraded;

  ServiceMetrics(
      Settings settings, Supplier<List<ComponentHealth>> health, MeterRegistry registry) {
    this.health = health;
    degraded =
        MultiGauge.builder("throttlex.degraded")
            .description("1 if /health reports a problem of the component, else 0")
            .register(registry);
    Gauge.builder("throttlex.time", () -> System.currentTimeMillis() / 1e3)
        .description("Clock of this node, in Unix time")
        .baseUnit("seconds")
        .register(registry);
    Gauge.builder("throttlex.disk.free", settings.dataDir(), ServiceMetrics::freeBytes)
        .description("Free space of the disk with the data folder")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("throttlex.build", () -> 1)
        .description("1; the version is a tag")
        .tag("version", Version.TEXT)
        .register(registry);
    certificate(settings.server().tls(), registry);
  }

  /** Reads the health of the components; may block. */
  void refresh() {
    degraded.register(
        health.get().stream()
            .map(component -> MultiGauge.Row.of(tags(component), number(component)))
            .toList(),
        true);
  }

  private static Tags tags(ComponentHealth component) {
    return Tags.of("component", component.name());
  }

  private static int number(ComponentHealth component) {
    return component.detail().isEmpty() ? 0 : 1;
  }

  private static double freeBytes(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /** Registers the end of the certificate that was read at the start. */
  private static void certificate(Settings.@Nullable Tls tls, MeterRegistry registry) {
    OptionalLong expires = tls == null ? OptionalLong.empty() : expires(tls.certFile());
    if (expires.isPresent()) {
      Gauge.builder("throttlex.certificate.expires", expires::getAsLong)
          .description("End of the certificate that this node serves, in Unix time")
          .baseUnit("seconds")
          .register(registry);
    }
  }

  /** Returns the first end of the certificates of a chain; the doors report a wrong file. */
  private static OptionalLong expires(Path chain) {
    try (InputStream in = Files.newInputStream(chain)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .mapToLong(one -> ((X509Certificate) one).getNotAfter().toInstant().getEpochSecond())
          .min();
    } catch (IOException | CertificateException e) {
      LOG.debug("server.tls.cert-file: not read", e);
      return OptionalLong.empty();
    }
  }
}
