package com.throttlex.redis.faults;

import com.throttlex.shared.faults.FailureModes;
import com.throttlex.shared.faults.Node;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that {@code on-store-failure} of a rule applies to every failure. */
class FailureModesTest {
  /** The ways in which Redis can fail. */
  enum Fault {
    KILLED {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.kill();
      }
    },
    SLOW {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        network.delay(RedisNode.TIMEOUT.multipliedBy(4));
      }
    },
    OUT_OF_MEMORY {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.command("CONFIG", "SET", "maxmemory", "1");
      }
    },
    READ_ONLY {
      @Override
      void strike(RedisServer server, FaultProxy network) {
        server.command("REPLICAOF", "127.0.0.1", Integer.toString(server.port()));
      }
    };

    abstract void strike(RedisServer server, FaultProxy network);
  }

  private final RedisServer server = RedisServer.start();
  private final FaultProxy network = FaultProxy.to(server.port());
  private final Node node = RedisNode.of("redis://127.0.0.1:" + network.port(), FailureModes.NODES);

  @BeforeEach
  void connect() {
    node.connected();
  }

  @AfterEach
  void close() {
    node.close();
    network.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void verdicts_whileRedisFails_areThoseOfTheModeAndCounted(Fault fault) {
    FailureModes.check("Redis " + fault, node, () -> fault.strike(server, network), network::pass);
  }
}
