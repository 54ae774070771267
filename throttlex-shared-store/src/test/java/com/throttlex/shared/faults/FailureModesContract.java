package com.throttlex.shared.faults;

import com.throttlex.tck.servers.FaultProxy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that {@code on-store-failure} of a rule applies to every failure. */
public interface FailureModesContract extends FaultFixture {
  /** The ways in which a store can fail. */
  enum StoreFault {
    DOWN,
    SLOW,
    ERROR,
    READ_ONLY
  }

  /** Returns the URL by which nodes use the store of a URL. */
  default String nodeUrl(String url) {
    return url;
  }

  /** Makes the store of a URL answer with errors. */
  void breakStore(String url);

  /** Makes the store of a URL refuse changes. */
  void forbidWrites(String url);

  /** Repairs the server, if other stores on it are broken too. */
  default void repair() {}

  @ParameterizedTest
  @EnumSource
  default void verdicts_whileTheStoreFails_areThoseOfTheModeAndCounted(StoreFault fault) {
    String url = newStore();
    try (FaultProxy network = FaultProxy.to(server().port());
        Node node = Node.of(server().through(network.port(), nodeUrl(url)), FailureModes.NODES)) {
      FailureModes.check(
          server() + " " + fault,
          node,
          () -> strike(fault, node, network, url),
          () -> end(fault, network));
    }
  }

  private void strike(StoreFault fault, Node node, FaultProxy network, String url) {
    switch (fault) {
      case DOWN -> server().kill();
      case SLOW -> network.delay(node.timeout().multipliedBy(4));
      case ERROR -> breakStore(url);
      case READ_ONLY -> forbidWrites(url);
    }
  }

  private void end(StoreFault fault, FaultProxy network) {
    network.pass();
    switch (fault) {
      case DOWN -> server().restart();
      case SLOW -> {}
      case ERROR, READ_ONLY -> repair();
    }
  }
}
