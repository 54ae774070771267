package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reasons that are given for the failures of drivers. */
class FailureReasonTest {
  @ParameterizedTest
  @CsvSource({
    ", 5, locked by another program",
    ", 13, disk full",
    ", 8, read-only",
    ", 10, disk error",
    ", 1, failed",
    "55P03, 0, locked by another program",
    "53100, 0, disk full",
    "25006, 0, read-only",
    "28P01, 0, authentication failed",
    "57014, 0, timed out",
    "57P01, 0, starting or shutting down",
    "08006, 0, connection lost",
    "22001, 0, failed",
    "HY000, 1205, locked by another program",
    "HY000, 1021, disk full",
    "HY000, 1290, read-only",
    "28000, 1045, authentication failed",
    "70100, 1969, timed out",
    "42000, 1049, no such database",
    "HY000, 5, failed"
  })
  void reason_ofACode_isTheOneOfAllDatabases(String state, int code, String reason) {
    SQLException failure = new SQLException("text", state, code);

    assertThat(FailureReason.of(failure)).hasToString(reason);
    assertThat(FailureReason.of(new RuntimeException("pool", failure))).hasToString(reason);
  }

  @Test
  void reason_belowAFailureOfTheConnection_isTheOneThatSaysMore() {
    SQLException outer = new SQLException("no connection", "08001", new ConnectException("no"));
    assertThat(FailureReason.of(outer)).isEqualTo(FailureReason.REFUSED);

    SQLException silent = new SQLException("I/O", "08006", new SocketTimeoutException("read"));
    assertThat(FailureReason.of(silent)).isEqualTo(FailureReason.TIMED_OUT);

    SQLException pool = new SQLTransientConnectionException("5000 ms", "08001", outer);
    assertThat(FailureReason.of(pool)).isEqualTo(FailureReason.REFUSED);
    assertThat(FailureReason.of(new SQLTransientConnectionException("5000 ms")))
        .isEqualTo(FailureReason.TIMED_OUT);
  }

  @Test
  void reason_ofABatch_isTheOneOfItsStatement() {
    SQLException batch = new BatchUpdateException("batch", "HY000", 0, new int[0]);
    batch.setNextException(new SQLException("full", "53100", 0));

    assertThat(FailureReason.of(batch)).isEqualTo(FailureReason.DISK_FULL);
    assertThat(DatabaseException.during("add usage", batch))
        .hasMessage("add usage: disk full (batch)");
  }
}
