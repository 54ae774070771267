package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RespParserTest {
  private static final String TRAFFIC =
      RawClient.command("CL.THROTTLE", "k", "15", "30", "60")
          + "PING \"a b\"\r\n\r\n*0\r\n"
          + RawClient.command("ECHO", "")
          + RawClient.command("PING");
  private static final List<String> COMMANDS =
      List.of("[CL.THROTTLE, k, 15, 30, 60]", "[PING, a b]", "[ECHO, ]", "[PING]");

  @Test
  void traffic_splitAtAnyTwoPlaces_givesTheSameCommands() throws ProtocolException {
    byte[] bytes = TRAFFIC.getBytes(StandardCharsets.UTF_8);
    for (int first = 0; first <= bytes.length; first++) {
      for (int second = first; second <= bytes.length; second++) {
        assertThat(parse(bytes, first, second)).as(first + " " + second).isEqualTo(COMMANDS);
      }
    }
  }

  @Test
  void traffic_byteByByte_givesTheSameCommands() throws ProtocolException {
    byte[] bytes = TRAFFIC.getBytes(StandardCharsets.UTF_8);
    int[] everywhere = new int[bytes.length];
    Arrays.setAll(everywhere, i -> i);
    assertThat(parse(bytes, everywhere)).isEqualTo(COMMANDS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "a  b\tc # [a, b, c]",
        "'a b' \"c d\" # [a b, c d]",
        "a'b c' # [ab c]",
        "\"\\x41\\x4a\\t\\\"\" # [AJ\t\"]",
        "'it\\'s \\x41' # [it's \\x41]",
        "\"\" '' # [, ]",
      })
  void inlineCommand_isSplitAsRedisDoes(String line, String words) throws ProtocolException {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    assertThat(parse(bytes)).containsExactly(words.replace("\\t", "\t"));
  }

  /** Two thousand clients that send noise, with pieces of the protocol in it. */
  @Test
  void noise_givesOnlyCommandsOrProtocolErrors() {
    String[] pieces = {
      "*",
      "$",
      "\r\n",
      "\n",
      "-",
      "1",
      "2",
      "3",
      "65536",
      "999999999",
      "PING",
      "\"",
      "'",
      "\\x",
      " "
    };
    Random random = new Random(20260921);
    int errors = 0;
    int commands = 0;
    for (int client = 0; client < 2_000; client++) {
      Input input = new Input(new Input.Scratch());
      RespParser parser = new RespParser();
      try {
        for (int read = 0; read < 50; read++) {
          input.append(Unpooled.wrappedBuffer(noise(random, pieces)));
          while (parser.next(input, true)) {
            commands += words(parser.arguments()).isEmpty() ? 0 : 1;
          }
          input.keepRest();
        }
      } catch (ProtocolException e) {
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(1_000);
    assertThat(commands).isGreaterThan(1_000);
  }

  private static byte[] noise(Random random, String[] pieces) {
    if (random.nextInt(8) == 0) {
      byte[] bytes = new byte[random.nextInt(64)];
      random.nextBytes(bytes);
      return bytes;
    }
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i >= 0; i--) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the commands that the parser finds when the bytes come in pieces that end there. */
  private static List<String> parse(byte[] bytes, int... ends) throws ProtocolException {
    Input input = new Input(new Input.Scratch());
    RespParser parser = new RespParser();
    List<String> commands = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= ends.length; i++) {
      int to = i < ends.length ? ends[i] : bytes.length;
      input.append(Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, from, to)));
      while (parser.next(input, true)) {
        commands.add(words(parser.arguments()).toString());
      }
      input.keepRest();
      from = to;
    }
    return commands;
  }

  private static List<String> words(Arguments arguments) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < arguments.count(); i++) {
      int offset = arguments.offset(i);
      words.add(
          new String(arguments.bytes(), offset, arguments.length(i), StandardCharsets.ISO_8859_1));
    }
    return words;
  }
}
