package com.throttlex.spring.service;

import com.throttlex.Decider;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.grpc.ClientCertificate;
import com.throttlex.grpc.RemoteDecider;
import com.throttlex.grpc.ServiceSettings;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.NamedRules;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import com.throttlex.spring.ThrottleXProperties;
import com.throttlex.spring.store.CounterStatus;
import com.throttlex.store.FailureMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/**
 * Configures a ThrottleX service as decider in mode service; without the module throttlex-grpc the
 * application does not start.
 */
@AutoConfiguration(before = ThrottleXAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "throttlex.enabled", matchIfMissing = true)
@ConditionalOnProperty(name = "throttlex.mode", havingValue = "service")
public final class ThrottleXServiceAutoConfiguration {
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(RemoteDecider.class)
  static final class Remote {
    @Bean
    @Primary
    RemoteDecider throttlexService(
        ThrottleXProperties properties, ThrottleX throttlex, TimeSource time) {
      ThrottleXProperties.Service service = properties.service();
      NamedRules named =
          NamedRules.embedded(
              throttlex, Admissions.by(throttlex), properties.identity().ipv6Prefix());
      Decider local = new LocalStandIn(throttlex, named);
      return open(service, service.onFailure() == FailureMode.LOCAL ? local : null, time);
    }

    private static RemoteDecider open(
        ThrottleXProperties.Service service, @Nullable Decider local, TimeSource time) {
      try {
        return RemoteDecider.open(settings(service), local, time);
      } catch (IllegalArgumentException e) {
        throw new InvalidThrottleXException(problems(String.valueOf(e.getMessage())));
      }
    }

    private static ServiceSettings settings(ThrottleXProperties.Service service) {
      return new ServiceSettings(
          service.address(),
          service.tls(),
          service.caFile(),
          certificate(service.certFile(), service.keyFile()),
          service.accessToken(),
          service.timeout(),
          service.onFailure());
    }

    private static @Nullable ClientCertificate certificate(
        @Nullable Path certificate, @Nullable Path key) {
      if (certificate != null && key != null) {
        return new ClientCertificate(certificate, key);
      } else if (certificate == null && key == null) {
        return null;
      }
      throw new IllegalArgumentException(
          certificate == null
              ? "cert-file: missing (expected: the certificate of the key in key-file)"
              : "key-file: missing (expected: the key of the certificate in cert-file)");
    }

    /** Returns the problems with the names of properties in place of those of settings. */
    private static List<String> problems(String text) {
      return Arrays.stream(text.split("; "))
          .map(problem -> problem.replaceFirst("^deadline: ", "timeout: "))
          .map(problem -> problem.replaceFirst("^trust: ", "ca-file: "))
          .map(problem -> problem.replaceFirst("^certificate: ", "cert-file: "))
          .map(problem -> "throttlex.service." + problem)
          .toList();
    }

    @Bean
    CounterStatus throttlexServiceStatus(RemoteDecider service, ThrottleXProperties properties) {
      return new ServiceStatus(service, properties.service().address());
    }
  }

  /** The state of the ThrottleX service, as this application sees it. */
  private record ServiceStatus(RemoteDecider service, String address) implements CounterStatus {
    @Override
    public String kind() {
      return "service";
    }

    @Override
    public String problem() {
      return service.problem();
    }

    @Override
    public Map<String, Object> details() {
      return Map.of("address", address);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("com.throttlex.grpc.RemoteDecider")
  static final class Missing {
    Missing() {
      throw new InvalidThrottleXException(
          List.of(
              "throttlex.mode: service (expected: embedded, or com.throttlex:throttlex-grpc among the"
                  + " application's dependencies)"));
    }
  }
}
