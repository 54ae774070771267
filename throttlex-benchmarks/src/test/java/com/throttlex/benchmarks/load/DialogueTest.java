package com.throttlex.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class DialogueTest {
  private final ByteBuf in = Unpooled.buffer();
  private final ByteBuf out = Unpooled.buffer();

  @Test
  void respCommand_withRandomPlaceholder_containsANumberOfTwelveDigits() {
    new RespDialogue("INCR key:__rand_int__", 1).ask(out);
    assertThat(text(out)).isEqualTo("*2\r\n$4\r\nINCR\r\n$16\r\nkey:000000000000\r\n");
  }

  @Test
  void respReplies_areCountedOnlyWhenComplete() throws IOException {
    String replies = "*3\r\n:0\r\n$8\r\nper-user\r\n:-1\r\n:7\r\n+OK\r\n$-1\r\n";
    assertThat(byteByByte(new RespDialogue("X", 1), replies)).isEqualTo(4);
  }

  @Test
  void respErrorReply_isAFailure() {
    assertThatThrownBy(() -> byteByByte(new RespDialogue("X", 1), "-ERR no\r\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("-ERR no");
  }

  @Test
  void httpResponses_areCountedOnlyWhenComplete() throws IOException {
    String response = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\r\n\r\n";
    assertThat(byteByByte(new HttpDialogue(new byte[][] {{}}), response + response)).isEqualTo(2);
  }

  @Test
  void httpResponse_withUnexpectedStatus_isAFailure() {
    HttpDialogue dialogue = new HttpDialogue(new byte[][] {{}});
    assertThatThrownBy(
            () ->
                byteByByte(dialogue, "HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("429");
  }

  @Test
  void grpcCall_whoseStreamEndsAfterAMessage_isCountedAsAnswered() throws IOException {
    String settings = "\0\0\0\4\0\0\0\0\0";
    String headers = "\0\0\1\1\4\0\0\0\1x";
    String data = "\0\0\6\0\0\0\0\0\1\0\0\0\0\1m";
    String trailers = "\0\0\1\1\5\0\0\0\1x";
    GrpcDialogue dialogue = call("m");
    assertThat(byteByByte(dialogue, settings + headers + data + trailers)).isEqualTo(1);
    assertThat(text(out)).isEqualTo("\0\0\0\4\1\0\0\0\0");
  }

  @Test
  void grpcCall_endingWithoutAMessage_isAFailure() {
    assertThatThrownBy(() -> byteByByte(call("m"), "\0\0\1\1\5\0\0\0\1x"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 failed");
  }

  @Test
  void grpcCall_withUnexpectedAnswer_isAFailure() {
    assertThatThrownBy(() -> byteByByte(call("n"), "\0\0\6\0\0\0\0\0\1\0\0\0\0\1m"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unexpected");
  }

  private static GrpcDialogue call(String expected) {
    return new GrpcDialogue(
        "/s/m",
        new byte[][] {{}},
        answer -> new String(answer, StandardCharsets.US_ASCII).equals(expected));
  }

  private int byteByByte(Dialogue dialogue, String text) throws IOException {
    int answers = 0;
    for (byte b : text.getBytes(StandardCharsets.ISO_8859_1)) {
      in.writeByte(b);
      answers += dialogue.answers(in, out);
    }
    assertThat(in.isReadable()).isFalse();
    return answers;
  }

  private static String text(ByteBuf buffer) {
    return buffer.toString(StandardCharsets.ISO_8859_1);
  }
}
