package com.throttlex.grpc;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ManagedChannelRegistry;
import io.grpc.TlsChannelCredentials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Builds channels to services, in clear, with TLS, or with mutual TLS. */
final class ServiceChannel {
  private ServiceChannel() {}

  /**
   * Returns a builder of a channel to the service.
   *
   * @throws IllegalArgumentException if a certificate or key cannot be read; the message names all
   *     files, because gRPC does not report the file that it could not parse
   */
  static ManagedChannelBuilder<?> to(ServiceSettings settings) {
    ChannelCredentials credentials = credentials(settings);
    try {
      return Grpc.newChannelBuilder("dns:///" + settings.address(), credentials);
    } catch (IllegalArgumentException | ManagedChannelRegistry.ProviderNotFoundException e) {
      if (settings.trust() == null && settings.certificate() == null) {
        throw e;
      }
      throw new IllegalArgumentException(
          "tls: " + files(settings) + " (expected: certificates and keys in PEM)", e);
    }
  }

  private static List<Path> files(ServiceSettings settings) {
    ClientCertificate own = settings.certificate();
    return Stream.of(
            settings.trust(),
            own == null ? null : own.certificate(),
            own == null ? null : own.key())
        .filter(Objects::nonNull)
        .toList();
  }

  private static ChannelCredentials credentials(ServiceSettings settings) {
    if (!settings.tls()) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
    Path trust = settings.trust();
    if (trust != null) {
      requirePem("trust", trust, "certificates in PEM", () -> tls.trustManager(trust.toFile()));
    }
    ClientCertificate own = settings.certificate();
    if (own != null) {
      requirePem(
          "certificate",
          own.certificate(),
          "a certificate in PEM, and its key in " + own.key(),
          () -> tls.keyManager(own.certificate().toFile(), own.key().toFile()));
    }
    return tls.build();
  }

  private static void requirePem(String name, Path file, String expected, Reading reading) {
    try {
      reading.run();
    } catch (IOException e) {
      throw new IllegalArgumentException(name + ": " + file + " (expected: " + expected + ")", e);
    }
  }

  /** Reads PEM files. */
  private interface Reading {
    void run() throws IOException;
  }
}
