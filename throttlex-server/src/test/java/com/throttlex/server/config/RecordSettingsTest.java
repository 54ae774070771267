package com.throttlex.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.recording.RecordSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSettingsTest {
  @TempDir Path folder;

  private Setup record(String fields) {
    return new Setup(folder).yaml("record: {" + fields + "}\n");
  }

  @Test
  void recorder_withOnlyAFile_hasTheDefaults() {
    assertThat(record("file: r.jsonl").settings().recording())
        .isEqualTo(new RecordSettings(folder.resolve("r.jsonl"), 0.01, 100 << 20, 10));
  }

  @Test
  void recorder_ofVariables_isRead() {
    assertThat(
            new Setup(folder)
                .variable("THROTTLEX_RECORD_FILE", "r.jsonl")
                .variable("THROTTLEX_RECORD_SAMPLE", "0.5%")
                .variable("THROTTLEX_RECORD_MAX_SIZE", "64KB")
                .variable("THROTTLEX_RECORD_MAX_FILES", "1")
                .settings()
                .recording())
        .isEqualTo(new RecordSettings(folder.resolve("r.jsonl"), 0.005, 64 << 10, 1));
  }

  @Test
  void sample_thatIsNoShareOfClients_isAProblem() {
    for (String wrong : new String[] {"0 %", "101 %", "1", "-1 %", "all", "0.0 %"}) {
      assertThat(record("file: r.jsonl, sample: " + wrong).problems())
          .as(wrong)
          .singleElement()
          .asString()
          .contains("record.sample: ", "more than 0 % and at most 100 %");
    }
  }

  @Test
  void settings_withoutAFile_areAProblem() {
    assertThat(record("sample: 5 %, max-files: 3").problems())
        .hasSize(2)
        .allMatch(problem -> problem.contains("alone (expected: record.file as well)"));
  }

  @Test
  void file_thatIsAFolder_isAProblem() throws Exception {
    Files.createDirectory(folder.resolve("r"));
    assertThat(record("file: r").problems())
        .singleElement()
        .asString()
        .contains("record.file: \"r\" (expected: a file, or a name that does not exist yet)");
  }
}
