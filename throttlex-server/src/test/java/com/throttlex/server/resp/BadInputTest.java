package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.throttlex.request.RequestField;
import com.throttlex.server.RequestSamples;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BadInputTest {
  private static final String KEYWORDS =
      RequestSamples.named().map(RequestField::keyword).collect(Collectors.joining(" "));

  private static OpenDoor door;

  @BeforeAll
  static void open() {
    door = new OpenDoor();
  }

  @AfterAll
  static void close() {
    door.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "NOSUCH a b # -ERR unknown command 'NOSUCH', with args beginning with: 'a' 'b'",
        "GET x # -ERR unknown command 'GET', with args beginning with: 'x'",
        "cl.throttle # -ERR wrong number of arguments for 'cl.throttle' command",
        "CL.THROTTLE bad 15 30 # -ERR wrong number of arguments for 'cl.throttle' command",
        "CL.THROTTLE bad 1 1 60 1 1 # -ERR wrong number of arguments for 'cl.throttle' command",
        "CL.THROTTLE bad x 1 60 # -ERR max_burst: \"x\" (expected: a whole number from 0 to 99999999999999)",
        "CL.THROTTLE bad -1 1 60 # -ERR max_burst: \"-1\" (expected: a whole number from 0 to 99999999999999)",
        "CL.THROTTLE bad 1 0 60 # -ERR count: \"0\" (expected: a whole number from 1 to 100000000000000)",
        "CL.THROTTLE bad 1 1.5 60 # -ERR count: \"1.5\" (expected: a whole number from 1 to 100000000000000)",
        "CL.THROTTLE bad 1 1 0 # -ERR period: \"0\" (expected: a whole number from 1 to 1576800000)",
        "CL.THROTTLE bad 1 1 99999999999999999999 # -ERR period: \"99999999999999999999\" (expected: a whole number from 1 to 1576800000)",
        "CL.THROTTLE bad 1 1 60 -1 # -ERR quantity: \"-1\" (expected: a whole number from 0 to 1000000000000000)",
        "CL.THROTTLE bad 1 1 60 \"\" # -ERR quantity: \"\" (expected: a whole number from 0 to 1000000000000000)",
        "CL.THROTTLE bad 1 2000000000 1 # -ERR rate: 2000000000/1s (expected: at most 1000000000 a second)",
        "TX.CHECK USER bad ENDPOINT /api COLOUR red # -ERR keyword: \"COLOUR\" (expected: one of KEYWORDS)",
        "TX.CHECK USER bad ENDPOINT /api USER bad # -ERR USER: twice (expected: once)",
        "TX.CHECK USER bad ENDPOINT /api ATTR a b ATTR a c # -ERR ATTR \"a\": twice (expected: once)",
        "TX.CHECK USER bad ENDPOINT # -ERR ENDPOINT: nothing (expected: a value after it)",
        "TX.CHECK USER bad ENDPOINT /api ATTR a # -ERR ATTR: nothing (expected: a name and a value after it)",
        "TX.CHECK USER bad ENDPOINT /api COST x # -ERR COST: \"x\" (expected: a whole number from 0 to 1000000000000000)",
        "TX.CHECK USER bad ENDPOINT /api IP 1.2.3 # -ERR ip: \"1.2.3\" (expected: an IPv4 or IPv6 address)",
        "TX.CHECK USER bad ENDPOINT /api PRIORITY urgent # -ERR priority: \"urgent\" (expected: critical, high, normal or low)",
        "TX.CHECK ENDPOINT /api USER \"\\xff\" # -ERR argument 4: 1 bytes (expected: UTF-8)",
        "TX.SETTLE # -ERR wrong number of arguments for 'tx.settle' command",
        "TX.SETTLE r -5 # -ERR cost: \"-5\" (expected: a whole number from 0 to 1000000000000000)",
        "SELECT 1 # -ERR DB index is out of range",
        "HELLO 3 # -NOPROTO unsupported protocol version",
        "HELLO 2 NONSENSE # -ERR Syntax error in HELLO option 'NONSENSE'",
        "CLIENT NONSENSE # -ERR unknown subcommand 'NONSENSE'. Try CLIENT HELP.",
        "CLIENT SETNAME \"a b\" # -ERR Client names cannot contain spaces, newlines or special characters.",
        "CONFIG SET save x # -ERR unknown subcommand 'SET'. Try CONFIG HELP.",
        "PING a b # -ERR wrong number of arguments for 'ping' command",
        "ECHO # -ERR wrong number of arguments for 'echo' command",
      })
  void badCommand_isAnErrorKeepsTheConnectionAndChargesNothing(String command, String error)
      throws IOException {
    try (RawClient client = door.client()) {
      assertThat(((String) client.send(command + "\r\n").reply()).strip())
          .isEqualTo(error.replace("KEYWORDS", KEYWORDS));

      assertThat(client.ask("PING")).isEqualTo("PONG");
      assertThat(client.ask("CL.THROTTLE", "bad", "0", "1", "60", "0"))
          .isEqualTo(List.of(0L, 1L, 1L, -1L, 0L));
      assertThat(client.ask("TX.CHECK", "USER", "bad", "ENDPOINT", "/api", "COST", "0"))
          .asInstanceOf(LIST)
          .startsWith(1L, 5L, 5L);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "*x\\r\\n # invalid multibulk length",
        "*\\r\\n # invalid multibulk length",
        "*1x # invalid multibulk length",
        "*257\\r\\n # invalid multibulk length",
        "*99999999999\\r\\n # invalid multibulk length",
        "*1\\rx # invalid multibulk length",
        "*1\\r\\nPING\\r\\n # expected '$', got 'P'",
        "*1\\r\\n\\0 # expected '$', got '?'",
        "*1\\r\\n$x\\r\\n # invalid bulk length",
        "*1\\r\\n$-1\\r\\n # invalid bulk length",
        "*1\\r\\n$65537\\r\\n # invalid bulk length",
        "*1\\r\\n$4\\r\\nPINGxx # expected CRLF after 4 bytes",
        "PING \"a\\r\\n # unbalanced quotes in request",
        "PING 'a'b\\r\\n # unbalanced quotes in request",
      })
  void protocolError_afterEarlierCommands_isAnsweredLastAndClosesTheConnection(
      String input, String problem) throws IOException {
    String bytes = input.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
    try (RawClient client = door.client()) {
      client.send("PING\r\n" + bytes);

      assertThat(client.reply()).isEqualTo("PONG");
      assertThat(client.reply()).isEqualTo("-ERR Protocol error: " + problem);
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void line_withoutAnEnd_isRefusedAndClosesTheConnection() throws IOException {
    try (RawClient client = door.client()) {
      client.send("x".repeat(70_000));

      assertThat(client.reply()).isEqualTo("-ERR Protocol error: too big inline request");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void command_ofMoreThanAMegabyte_isRefused() throws IOException {
    String word = "$65536\r\n" + "x".repeat(65_536) + "\r\n";
    try (RawClient client = door.client()) {
      client.send("*20\r\n");
      for (int i = 0; i < 16; i++) {
        client.send(word);
      }

      assertThat(client.reply()).isEqualTo("-ERR Protocol error: too big request");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void key_longerThanTheMaximum_isRefused() throws IOException {
    try (RawClient client = door.client()) {
      assertThat(client.ask("CL.THROTTLE", "k".repeat(1025), "1", "1", "60"))
          .isEqualTo("-ERR key: 1025 bytes (expected: at most 1024)");
      assertThat(client.ask("CL.THROTTLE", "k".repeat(1024), "1", "1", "60"))
          .isEqualTo(List.of(0L, 2L, 1L, -1L, 60L));
    }
  }

  @Test
  void clientName_longerThanTheMaximum_isRefused() throws IOException {
    String name = "n".repeat(1025);
    try (RawClient client = door.client()) {
      assertThat(client.ask("CLIENT", "SETNAME", name))
          .isEqualTo("-ERR name: 1025 characters (expected: at most 1024)");
      assertThat(client.ask("HELLO", "2", "SETNAME", name))
          .isEqualTo("-ERR name: 1025 characters (expected: at most 1024)");
      assertThat(client.ask("CLIENT", "GETNAME")).isNull();
    }
  }

  @Test
  void argument_ofTheMaximumLength_isAccepted() throws IOException {
    String word = "x".repeat(RespParser.MAX_BULK);
    try (RawClient client = door.client()) {
      assertThat(client.ask("ECHO", word)).isEqualTo(word);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r\n", "\n", "  \r\n", "*0\r\n", "*-1\r\n"})
  void emptyCommand_isIgnored(String empty) throws IOException {
    try (RawClient client = door.client()) {
      assertThat(client.send(empty + "PING\r\n" + empty + "PING x\n").reply()).isEqualTo("PONG");
      assertThat(client.reply()).isEqualTo("x");
    }
  }
}
