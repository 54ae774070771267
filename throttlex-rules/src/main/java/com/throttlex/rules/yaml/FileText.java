package com.throttlex.rules.yaml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file of UTF-8 text, up to the maximum length of {@link YamlTree}. */
public final class FileText {
  private FileText() {}

  /**
   * Returns the text of a file.
   *
   * @throws RuntimeException with all problems, if it cannot be read
   */
  public static String read(Path file, Problems problems) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(YamlTree.MAX_LENGTH + 1);
    } catch (IOException e) {
      String reason = e.getClass().getSimpleName();
      throw problems.fatal(1, "file", "unreadable, " + reason, "a file that can be read");
    }
    if (bytes.length > YamlTree.MAX_LENGTH) {
      String expected = "at most " + YamlTree.MAX_LENGTH + " bytes";
      throw problems.fatal(1, "file", "too long", expected);
    }
    return decode(ByteBuffer.wrap(bytes), problems);
  }

  private static String decode(ByteBuffer bytes, Problems problems) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.remaining());
    CoderResult result = decoder.decode(bytes, text, true);
    text.flip();
    if (result.isError()) {
      int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
      String value = String.format("byte %02X", bytes.get(bytes.position()));
      throw problems.fatal(line, "file", value, "text in UTF-8");
    }
    return text.toString();
  }
}
