package com.throttlex.server.config;

import com.throttlex.server.recording.RecordSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of the recorder. */
final class RecordReader {
  private static final List<SettingKey> OTHERS =
      List.of(SettingKey.RECORD_SAMPLE, SettingKey.RECORD_MAX_SIZE, SettingKey.RECORD_MAX_FILES);
  private static final double DEFAULT_SHARE = 0.01;
  private static final long DEFAULT_SIZE = 100L << 20;
  private static final int DEFAULT_FILES = 10;
  private static final int MOST_FILES = 1000;
  private static final long LEAST_SIZE = 64L << 10;
  private static final long LARGEST_SIZE = 100L << 30;
  private static final String SAMPLE_EXPECTED =
      "per cent of clients, more than 0 % and at most 100 %, such as 1 %";
  private static final String SIZE_EXPECTED = "from 64KB to 100GB, such as 100MB";
  private static final Pattern SAMPLE = Pattern.compile("([0-9]{1,3}(\\.[0-9]{1,6})?) ?%");
  private static final Pattern SIZE = Pattern.compile("([0-9]{1,9})(KB|MB|GB)");

  private RecordReader() {}

  /** Returns the settings, or null if nothing is recorded. */
  static @Nullable RecordSettings read(SettingSources sources) {
    Given path = sources.find(SettingKey.RECORD_FILE);
    if (path == null) {
      OTHERS.stream().map(sources::find).forEach(RecordReader::alone);
      return null;
    }
    double share = sources.read(SettingKey.RECORD_SAMPLE, RecordReader::share, DEFAULT_SHARE);
    long size = sources.read(SettingKey.RECORD_MAX_SIZE, RecordReader::size, DEFAULT_SIZE);
    int files =
        sources.read(
            SettingKey.RECORD_MAX_FILES,
            given -> (int) given.value().whole(1, MOST_FILES, DEFAULT_FILES),
            DEFAULT_FILES);
    Path file = file(path);
    return file == null ? null : new RecordSettings(file, share, size, files);
  }

  private static void alone(@Nullable Given given) {
    if (given != null) {
      given.value().wrong("alone", SettingKey.RECORD_FILE.path() + " as well");
    }
  }

  private static @Nullable Path file(Given given) {
    Path path = given.path("the path of a file");
    if (path != null && Files.exists(path) && !Files.isRegularFile(path)) {
      given.value().wrong("a file, or a name that does not exist yet");
      return null;
    }
    return path;
  }

  private static @Nullable Double share(Given given) {
    return given.value().parsed(RecordReader::share, SAMPLE_EXPECTED);
  }

  private static double share(String text) {
    Matcher parts = SAMPLE.matcher(text);
    double share = parts.matches() ? Double.parseDouble(parts.group(1)) / 100 : 0;
    if (share <= 0 || share > 1) {
      throw new IllegalArgumentException(SAMPLE_EXPECTED);
    }
    return share;
  }

  private static @Nullable Long size(Given given) {
    return given.value().parsed(RecordReader::size, SIZE_EXPECTED);
  }

  private static long size(String text) {
    Matcher parts = SIZE.matcher(text);
    long size = 0;
    if (parts.matches()) {
      int shift = "KMG".indexOf(parts.group(2).charAt(0)) + 1;
      size = Long.parseLong(parts.group(1)) << (10 * shift);
    }
    if (size < LEAST_SIZE || size > LARGEST_SIZE) {
      throw new IllegalArgumentException(SIZE_EXPECTED);
    }
    return size;
  }
}
