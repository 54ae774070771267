package com.throttlex.server.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.replay.log.LogSource;
import com.throttlex.server.admin.RecordedSnapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTest {
  @TempDir Path folder;

  private Path path() {
    return folder.resolve("in").resolve("requests.jsonl");
  }

  private static byte[] bytes(String line) {
    return (line + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(path().getParent())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String unzipped(String name) throws IOException {
    try (var in = new GZIPInputStream(Files.newInputStream(path().resolveSibling(name)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void file_thatIsFull_isRotatedCompressedAndBounded() throws IOException {
    try (RecordFile file = new RecordFile(path(), 10, 2)) {
      for (String line : List.of("first", "second", "third", "fourth")) {
        file.append(bytes(line));
        while (file.compress()) {}
      }
      assertThat(names())
          .containsExactly(
              "requests.jsonl",
              "requests.jsonl.1.gz",
              "requests.jsonl.2.gz",
              "requests.jsonl.lock");
      assertThat(path()).hasContent("fourth\n");
      assertThat(unzipped("requests.jsonl.1.gz")).isEqualTo("third\n");
      assertThat(unzipped("requests.jsonl.2.gz")).isEqualTo("second\n");
    }
  }

  @Test
  void files_thatAreNotCompressedInTime_staySoAndAreBounded() throws IOException {
    try (RecordFile file = new RecordFile(path(), 10, 2)) {
      for (String line : List.of("first", "second", "third", "fourth")) {
        file.append(bytes(line));
      }
      assertThat(names())
          .containsExactly(
              "requests.jsonl",
              "requests.jsonl.1",
              "requests.jsonl.1.gz.part",
              "requests.jsonl.2",
              "requests.jsonl.lock");
    }
    assertThat(names()).doesNotContain("requests.jsonl.1.gz.part");
    try (RecordFile again = new RecordFile(path(), 10, 2)) {
      again.append(bytes("5"));
      while (again.compress()) {}
      assertThat(unzipped("requests.jsonl.1.gz")).isEqualTo("third\n");
      assertThat(path()).hasContent("fourth\n5\n");
    }
  }

  @Test
  void file_thatEndsWithinALine_continuesOnTheNextLine() throws IOException {
    Files.createDirectories(path().getParent());
    Files.writeString(path(), "whole\nbrok");
    try (RecordFile file = new RecordFile(path(), 1000, 2)) {
      file.append(bytes("next"));
    }
    assertThat(path()).hasContent("whole\nbrok\nnext\n");
  }

  @Test
  void file_isReadableByItsOwnerOnly() throws IOException {
    try (RecordFile file = new RecordFile(path(), 10, 1)) {
      file.append(bytes("first"));
      file.append(bytes("second"));
      while (file.compress()) {}
    }
    for (String name : names()) {
      assertThat(Files.getPosixFilePermissions(path().resolveSibling(name)))
          .as(name)
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Test
  void file_whoseFolderCannotBeMade_isWrittenOnceItCan() throws IOException {
    Files.writeString(path().getParent(), "a file in the place of the folder");
    try (RecordFile file = new RecordFile(path(), 1000, 1)) {
      assertThatThrownBy(() -> file.append(bytes("lost"))).isInstanceOf(IOException.class);
      Files.delete(path().getParent());
      file.append(bytes("kept"));
    }
    assertThat(path()).hasContent("kept\n");
  }

  private static List<String> read(RecordedSnapshot snapshot) throws IOException {
    List<String> contents = new ArrayList<>();
    for (LogSource source : snapshot.sources()) {
      byte[] bytes = source.opener().open().readAllBytes();
      assertThat(bytes).as(source.name()).hasSize((int) source.size());
      contents.add(new String(bytes, StandardCharsets.UTF_8));
    }
    return contents;
  }

  @Test
  void snapshot_isNotChangedByLaterLinesAndRotations() throws IOException {
    try (RecordFile file = new RecordFile(path(), 9, 2)) {
      file.append(bytes("first"));
      file.append(bytes("sec"));
      try (RecordedSnapshot found = file.snapshot(Instant.EPOCH)) {
        for (String line : List.of("ond", "third", "fourth", "fifth")) {
          file.append(bytes(line));
        }
        assertThat(read(found)).containsExactly("first\n", "sec\n");
      }
    }
  }

  @Test
  void snapshot_hasOnlyFilesThatChangedSinceTheWantedTime() throws IOException {
    Instant now = Instant.now();
    Path oldest = path().resolveSibling("requests.jsonl.1");
    try (RecordFile file = new RecordFile(path(), 10, 2)) {
      file.append(bytes("first"));
      file.append(bytes("second"));
      Files.setLastModifiedTime(oldest, FileTime.from(now.minusSeconds(7200)));
      while (file.compress()) {}
      assertThat(names()).contains("requests.jsonl.1.gz");
      try (RecordedSnapshot found = file.snapshot(now.minusSeconds(3600))) {
        assertThat(read(found)).containsExactly("second\n");
      }
      try (RecordedSnapshot found = file.snapshot(now.minusSeconds(7200))) {
        assertThat(found.sources()).hasSize(2);
      }
    }
  }

  @Test
  void file_thatAnotherServiceWrites_isLeftAloneUntilItIsClosed() throws IOException {
    RecordFile first = new RecordFile(path(), 100, 2);
    first.append(bytes("first"));
    try (RecordFile second = new RecordFile(path(), 100, 2)) {
      assertThatThrownBy(() -> second.append(bytes("lost")))
          .hasMessageContaining("another service records to it");
      first.append(bytes("next"));
      first.close();
      second.append(bytes("later"));
    }
    assertThat(path()).hasContent("first\nnext\nlater\n");
  }
}
