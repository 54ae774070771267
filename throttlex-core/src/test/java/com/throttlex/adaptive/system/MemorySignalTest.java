package com.throttlex.adaptive.system;

import static com.throttlex.adaptive.Signal.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemorySignalTest {
  @TempDir private Path root;

  private static void memory(Machine machine, String folder, String max, String now, String stat) {
    machine.group(folder + "memory.max", max).group(folder + "memory.current", now);
    machine.group(folder + "memory.stat", stat);
  }

  private static MemoryUsage pool(long used, long max) {
    return new MemoryUsage(-1, used, used, max);
  }

  @Test
  void memory_whenNothingIsKnown_isAbsent() {
    assertThat(new Machine(root).after(0)).isEmpty();
  }

  @Test
  void memory_ofAGroupWithALimit_leavesOutFilesThatCanBeDropped() {
    Machine machine = Machine.withGroup(root, "/");
    memory(machine, "", "1000\n", "900\n", "anon 300\ninactive_file 400\nactive_file 200\n");

    assertThat(machine.after(0)).containsEntry(MEMORY, 0.5);
  }

  @Test
  void memory_whenFilesAreMoreThanAll_isNone() {
    Machine machine = Machine.withGroup(root, "/");
    memory(machine, "", "1000\n", "300\n", "inactive_file 400\n");

    assertThat(machine.after(0)).containsEntry(MEMORY, 0.0);
  }

  @ParameterizedTest
  @CsvSource({
    "max, 900, inactive_file 0",
    "0, 900, inactive_file 0",
    "1000, garbage, inactive_file 0",
    "1000, '', inactive_file 0",
    "1000, 900, anon 3",
    "'', 900, inactive_file 0"
  })
  void memory_ofAGroupWithoutALimitOrUse_isUnknown(String max, String current, String stat) {
    Machine machine = Machine.withGroup(root, "/");
    memory(machine, "", max, current, stat);

    assertThat(machine.after(0)).isEmpty();
  }

  @Test
  void memory_ofNestedGroups_isThatOfTheFullest() {
    Machine machine = Machine.withGroup(root, "/parent/own");
    memory(machine, "parent/own/", "1000", "100", "inactive_file 0");
    memory(machine, "parent/", "2000", "1600", "inactive_file 0");
    memory(machine, "", "max", "99999", "inactive_file 0");

    assertThat(machine.after(0)).containsEntry(MEMORY, 0.8);
  }

  @ParameterizedTest
  @CsvSource({"0.3, 0.5", "0.7, 0.7"})
  void memory_isTheLargerOfHeapAndGroup(double heap, double memory) {
    Machine machine = Machine.withGroup(root, "/");
    machine.heapInUse = OptionalDouble.of(heap);
    memory(machine, "", "1000", "500", "inactive_file 0");

    assertThat(machine.after(0)).containsEntry(MEMORY, memory);
  }

  @ParameterizedTest
  @CsvSource({"200, 0.3", "201, 0.98", "900, 0.98", "-50, 0.3"})
  void memory_isLost_whenMoreThanAFifthOfTheTimeGoesIntoCollections(long millis, double memory) {
    Machine machine = new Machine(root);
    machine.heapInUse = OptionalDouble.of(0.3);
    machine.collectionMillis = 5000;
    assertThat(machine.after(0)).containsEntry(MEMORY, 0.3);

    machine.collectionMillis += millis;
    assertThat(machine.after(1000)).containsEntry(MEMORY, memory);
    assertThat(machine.after(1000)).containsEntry(MEMORY, 0.3);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1000})
  void memory_whenTimeStandsOrGoesBack_isNotLost(long millis) {
    Machine machine = new Machine(root);
    machine.after(0);
    machine.collectionMillis = 500;

    assertThat(machine.after(millis)).isEmpty();
  }

  @Test
  void heap_onceOldObjectsWereCollected_isTheSumOfThePools() {
    assertThat(PlatformNumbers.inUse(List.of(pool(0, 300), pool(10, 40), pool(290, 660)), 1000))
        .hasValue(0.3);
    assertThat(PlatformNumbers.inUse(List.of(pool(0, -1), pool(10, -1), pool(490, 1000)), 1000))
        .hasValue(0.5);
    assertThat(PlatformNumbers.inUse(List.of(pool(100, 1000), pool(300, 1000)), 1000))
        .hasValue(0.4);
    assertThat(PlatformNumbers.inUse(List.of(pool(0, 1000), pool(300, 1000)), 1000)).hasValue(0.3);
  }

  @Test
  void heap_beforeOldObjectsWereCollected_isUnknown() {
    assertThat(PlatformNumbers.inUse(List.of(), 1000)).isEmpty();
    assertThat(PlatformNumbers.inUse(List.of(pool(0, 300), pool(40, 40), pool(0, 660)), 1000))
        .isEmpty();
    assertThat(PlatformNumbers.inUse(List.of(pool(0, -1), pool(5, -1)), 1000)).isEmpty();
    assertThat(PlatformNumbers.inUse(List.of(pool(5, 1000)), -1)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "G1 Young Generation, true",
    "G1 Old Generation, true",
    "G1 Concurrent GC, false",
    "PS MarkSweep, true",
    "Copy, true",
    "ZGC Pauses, true",
    "ZGC Cycles, false",
    "ZGC Minor Cycles, false",
    "Shenandoah Cycles, false",
    "Shenandoah Pauses, true"
  })
  void collector_thatWorksBesideTheProgram_doesNotStopIt(String collector, boolean stops) {
    assertThat(PlatformNumbers.stops(collector)).isEqualTo(stops);
  }
}
