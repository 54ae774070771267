package com.throttlex.jdbc.counters.faults;

import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.shared.faults.FailureModes;
import com.throttlex.shared.faults.Node;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that {@code on-store-failure} of a rule applies to every failure. */
interface FailureModesContract extends OwnServer {
  /** The ways in which a database can fail. */
  enum Fault {
    DOWN {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        server.kill();
      }

      @Override
      void end(SqlServer server, String url) {
        server.restart();
      }
    },
    SLOW {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        network.delay(JdbcStore.TIMEOUT.multipliedBy(2));
      }
    },
    ERROR {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        Sql.run(url, "alter table throttlex_usage rename to throttlex_away");
      }
    },
    NO_RIGHTS {
      @Override
      void strike(SqlServer server, FaultProxy network, String url) {
        Sql.run(url, "revoke insert on throttlex_usage from guest");
      }
    };

    abstract void strike(SqlServer server, FaultProxy network, String url);

    void end(SqlServer server, String url) {}
  }

  /** Returns the URL of another user of the same database, with the permissions of counters. */
  String guest(String url);

  @ParameterizedTest
  @EnumSource
  default void verdicts_whileTheDatabaseFails_areThoseOfTheModeAndCounted(Fault fault) {
    String url = newDatabase();
    try (JdbcStore tables = JdbcStore.open(url, LONG)) {
      tables.check();
    }
    try (FaultProxy network = FaultProxy.to(server().port());
        Node node = node(server().through(network.port(), guest(url)))) {
      FailureModes.check(
          server() + " " + fault,
          node,
          () -> fault.strike(server(), network, url),
          () -> {
            network.pass();
            fault.end(server(), url);
          });
    }
  }

  private static Node node(String url) {
    return SqlNode.of(url, FailureModes.NODES).connected();
  }
}
