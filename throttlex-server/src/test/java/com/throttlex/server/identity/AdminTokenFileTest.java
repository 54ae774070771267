package com.throttlex.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTokenFileTest {
  private final SecureRandom random = new SecureRandom();
  @TempDir Path folder;

  @Test
  void firstStart_createsATokenThatOnlyItsOwnerCanRead() throws IOException {
    Path data = folder.resolve("new/data");
    AdminTokenFile made = AdminTokenFile.readOrCreate(data, random);
    assertThat(made.created()).isTrue();
    assertThat(made.token()).matches("[A-Za-z0-9_-]{43}");
    assertThat(made.file()).isEqualTo(data.resolve("admin-token")).hasContent(made.token());
    assertThat(permissions(made.file())).isEqualTo("rw-------");
    try (Stream<Path> files = Files.list(data)) {
      assertThat(files).as("no draft left").containsExactly(made.file());
    }
  }

  @Test
  void nextStart_readsTheSameToken() throws IOException {
    AdminTokenFile made = AdminTokenFile.readOrCreate(folder, random);
    AdminTokenFile read = AdminTokenFile.readOrCreate(folder, random);
    assertThat(read.created()).isFalse();
    assertThat(read.token()).isEqualTo(made.token());
  }

  @Test
  void everyInstallation_hasItsOwnToken() throws IOException {
    assertThat(AdminTokenFile.readOrCreate(folder.resolve("a"), random).token())
        .isNotEqualTo(AdminTokenFile.readOrCreate(folder.resolve("b"), random).token());
  }

  @Test
  void tokenFile_readableByOthers_isMadePrivate() throws IOException {
    AdminTokenFile made = AdminTokenFile.readOrCreate(folder, random);
    Files.setPosixFilePermissions(made.file(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(AdminTokenFile.readOrCreate(folder, random).token()).isEqualTo(made.token());
    assertThat(permissions(made.file())).isEqualTo("rw-------");
  }

  @Test
  void tokenFile_withoutAStrongToken_isRefusedWithoutShowingIt() throws IOException {
    Path file = folder.resolve("admin-token");
    for (String text :
        List.of("", "\n", "swordfish\n", "sword fish sword fish", "x".repeat(9000))) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> AdminTokenFile.readOrCreate(folder, random))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file + ": ")
          .hasMessageContaining(" (expected: ")
          .hasMessageNotContaining("fish");
      assertThat(file).hasContent(text);
    }
  }

  @Test
  void tokenFile_asText_doesNotShowTheToken() throws IOException {
    AdminTokenFile made = AdminTokenFile.readOrCreate(folder, random);
    assertThat(made.toString()).doesNotContain(made.token());
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
