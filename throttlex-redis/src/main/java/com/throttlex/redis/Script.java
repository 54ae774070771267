package com.throttlex.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;

/**
 * A Lua program for Redis.
 *
 * @param text the program
 * @param sha1 the hash by which Redis identifies a known program
 */
record Script(String text, String sha1) {
  /**
   * Creates a program from resource files of this package, each nested in the one before.
   *
   * <p>So a file can use the definitions of the files before it, and creating its functions is
   * fast: Lua searches every outer variable among the open ones of the same function, one by one.
   */
  static Script of(String... files) {
    StringBuilder text = new StringBuilder();
    for (String file : files) {
      text.append(text.isEmpty() ? "" : "return (function()\n").append(read(file)).append('\n');
    }
    text.append("end)()\n".repeat(files.length - 1));
    return new Script(text.toString(), sha1(text.toString()));
  }

  /** Creates a program that works on counters: the files follow the common files of counters. */
  static Script ofCounters(String... files) {
    return of(
        Stream.concat(
                Stream.of(
                    "whole.lua",
                    "limit.lua",
                    "kinds.lua",
                    "bucket.lua",
                    "window.lua",
                    "counter.lua",
                    "log.lua",
                    "state.lua"),
                Stream.of(files))
            .toArray(String[]::new));
  }

  private static String read(String file) {
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("script: " + file + " (expected: a resource)");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
