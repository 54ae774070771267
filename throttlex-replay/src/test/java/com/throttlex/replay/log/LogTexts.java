package com.throttlex.replay.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Logs in memory, read by a {@link TrafficLog}. */
final class LogTexts {
  private LogTexts() {}

  /** The requests of some logs, and the report about them. */
  record Read(List<LogEntry> entries, LogReport report) {
    LogEntry only() {
      if (entries.size() != 1) {
        throw new AssertionError("not one request: " + report);
      }
      return entries.get(0);
    }

    LogFileReport file() {
      return report.files().get(0);
    }
  }

  static Read read(String... texts) {
    return read(LogOptions.DEFAULT, texts);
  }

  static Read read(LogOptions options, String... texts) {
    return readBytes(
        options,
        Arrays.stream(texts)
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new));
  }

  static Read readBytes(LogOptions options, byte[]... files) {
    List<LogSource> sources = new ArrayList<>();
    for (byte[] file : files) {
      sources.add(
          new LogSource(
              "file-" + (sources.size() + 1), file.length, () -> new ByteArrayInputStream(file)));
    }
    try (TrafficLog log = new TrafficLog(sources, options)) {
      List<LogEntry> entries = new ArrayList<>();
      for (LogEntry entry = log.next(); entry != null; entry = log.next()) {
        entries.add(entry);
      }
      return new Read(entries, log.report());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A line of an access log, some seconds after a fixed time. */
  static String line(int second, String ip, String path) {
    return String.format(
        "%s - - [16/Nov/2026:08:%02d:%02d +0000] \"GET %s HTTP/1.1\" 200 17 \"-\" \"curl/8\"\n",
        ip, second / 60, second % 60, path);
  }
}
