package com.throttlex.adaptive.system;

import static com.throttlex.adaptive.Signal.CPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.throttlex.adaptive.Signal;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuSignalTest {
  @TempDir private Path root;

  private static String used(long micros) {
    return "usage_usec " + micros + "\n";
  }

  private static String throttled(long micros, long periods, long throttled) {
    return used(micros) + "nr_periods " + periods + "\nnr_throttled " + throttled + "\n";
  }

  /** The signals of a second in which the group used so much of a processor. */
  private static Map<Signal, Double> second(Machine machine, String folder, long micros) {
    machine.group(folder + "cpu.stat", used(1_000_000)).after(0);
    return machine.group(folder + "cpu.stat", used(1_000_000 + micros)).after(1000);
  }

  @Test
  void firstRead_hasNoCpu() {
    Machine machine = Machine.withGroup(root, "/").group("cpu.stat", used(5_000_000));
    machine.machineLoad = OptionalDouble.of(0.5);

    assertThat(machine.after(0)).isEmpty();
  }

  @Test
  void use_withoutAQuota_isAPartOfAllProcessors() {
    Machine machine = Machine.withGroup(root, "/").group("cpu.max", "max 100000\n");

    assertThat(second(machine, "", 1_000_000)).containsExactly(entry(CPU, 0.25));
  }

  @Test
  void use_ofHalfAProcessorUnderAQuotaOfHalfAProcessor_isAll() {
    Machine machine = Machine.withGroup(root, "/").group("cpu.max", "50000 100000\n");

    assertThat(second(machine, "", 500_000)).containsEntry(CPU, 1.0);
  }

  @Test
  void use_underAQuotaAboveTheProcessors_isAPartOfTheProcessors() {
    Machine machine = Machine.withGroup(root, "/").group("cpu.max", "1600000 100000\n");

    assertThat(second(machine, "", 2_000_000)).containsEntry(CPU, 0.5);
  }

  @Test
  void use_beyondTheQuota_isNoMoreThanAll() {
    Machine machine = Machine.withGroup(root, "/").group("cpu.max", "50000 100000\n");

    assertThat(second(machine, "", 900_000)).containsEntry(CPU, 1.0);
  }

  @ParameterizedTest
  @CsvSource({"200000, 50000, max, 0.5", "50000, 100000, 200000, 0.5", "max, max, 50000, 0.5"})
  void use_inNestedGroups_isAPartOfTheTightestQuota(
      String own, String parent, String top, double part) {
    Machine machine =
        Machine.withGroup(root, "/parent/own")
            .group("parent/own/cpu.max", own + " 100000\n")
            .group("parent/cpu.max", parent + " 100000\n")
            .group("cpu.max", top + " 100000\n")
            .group("cpu.stat", used(7));

    assertThat(second(machine, "parent/own/", 250_000)).containsEntry(CPU, part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/not/here", "/../..", "/../../../proc", "/\0", ""})
  void use_whenTheGroupIsNotInTheTree_isThatOfTheTop(String path) {
    Machine machine = Machine.withGroup(root, path);

    assertThat(second(machine, "", 1_000_000)).containsEntry(CPU, 0.25);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage\n", "usage_usec\n", "usage_usec 3\n"})
  void use_whenTheCounterGoesBackOrCannotBeRead_isUnknown(String later) {
    Machine machine = Machine.withGroup(root, "/").group("cpu.stat", used(1_000_000));
    machine.after(0);

    assertThat(machine.group("cpu.stat", later).after(1000)).isEmpty();
    machine.group("cpu.stat", used(2_000_000)).after(1000);
    assertThat(machine.group("cpu.stat", used(3_000_000)).after(1000)).containsEntry(CPU, 0.25);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, -5000})
  void use_whenTimeStandsOrGoesBack_isUnknown(long millis) {
    Machine machine = Machine.withGroup(root, "/").group("cpu.stat", used(0));
    machine.after(0);

    assertThat(machine.group("cpu.stat", used(1_000_000)).after(millis)).isEmpty();
    assertThat(machine.group("cpu.stat", used(2_000_000)).after(1000)).containsEntry(CPU, 0.25);
  }

  @Test
  void use_whenTheProcessMovesToAnotherGroup_isUnknown() {
    Machine machine =
        Machine.withGroup(root, "/a").group("a/cpu.stat", used(0)).group("b/cpu.stat", used(900));
    machine.after(0);

    assertThat(machine.file("proc/self/cgroup", "0::/b\n").after(1000)).isEmpty();
    assertThat(machine.after(1000)).containsEntry(CPU, 0.0);
  }

  @ParameterizedTest
  @CsvSource({"0, 0.025", "1, 0.4", "2, 0.8", "3, 1", "10, 1", "-1, 0.025"})
  void throttling_inAPartOfThePeriods_isLostFromAQuarterOn(long throttled, double cpu) {
    Machine machine = Machine.withGroup(root, "/").group("cpu.stat", throttled(0, 70, 7));
    machine.after(0);

    machine.group("cpu.stat", throttled(100_000, 80, 7 + throttled));
    assertThat(machine.after(1000)).containsEntry(CPU, cpu);
  }

  @Test
  void throttling_ofAParent_counts() {
    Machine machine =
        Machine.withGroup(root, "/a")
            .group("a/cpu.stat", throttled(0, 0, 0))
            .group("cpu.stat", throttled(0, 10, 0));
    machine.after(0);

    machine.group("cpu.stat", throttled(0, 20, 2));
    assertThat(machine.after(1000)).containsEntry(CPU, 0.8);
  }

  @Test
  void pressure_ofTheGroup_countsInsteadOfThatOfTheMachine() {
    Machine machine =
        Machine.withGroup(root, "/a")
            .group("a/cpu.pressure", "some avg10=75.00 avg60=0.00 avg300=0.00 total=1\n")
            .file("proc/pressure/cpu", "some avg10=95.00 avg60=0.00 avg300=0.00 total=1\n");

    assertThat(second(machine, "a/", 1_000_000)).containsEntry(CPU, 0.75);
  }

  @Test
  void pressure_belowTheUse_changesNothing() {
    Machine machine =
        Machine.withGroup(root, "/")
            .group("cpu.pressure", "some avg10=12.34 avg60=0.00 avg300=0.00 total=1\n");

    assertThat(second(machine, "", 1_000_000)).containsEntry(CPU, 0.25);
  }

  @ParameterizedTest
  @CsvSource({"0.1, 0.25", "0.6, 0.6", ", 0.25"})
  void withoutAGroup_cpuIsTheLargerOfProcessAndMachine(Double load, double cpu) {
    Machine machine = new Machine(root);
    machine.machineLoad = load == null ? OptionalDouble.empty() : OptionalDouble.of(load);
    machine.processNanos = OptionalLong.of(5);
    machine.after(0);
    machine.processNanos = OptionalLong.of(1_000_000_005);

    assertThat(machine.after(1000)).containsExactly(entry(CPU, cpu));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1000})
  void withoutAGroup_whenTimeStandsOrGoesBack_cpuIsUnknown(long millis) {
    Machine machine = new Machine(root);
    machine.machineLoad = OptionalDouble.of(0.5);
    machine.after(0);

    assertThat(machine.after(millis)).isEmpty();
  }

  @Test
  void withoutAGroup_pressureOfTheMachineCounts() {
    Machine machine = new Machine(root).file("proc/pressure/cpu", "some avg10=90.00 total=1\n");
    machine.machineLoad = OptionalDouble.of(0.5);
    machine.after(0);

    assertThat(machine.after(1000)).containsEntry(CPU, 0.9);
  }

  @Test
  void withoutAnySource_cpuIsUnknown() {
    Machine machine = new Machine(root).file("proc/pressure/cpu", "some avg10=90.00 total=1\n");
    machine.after(0);

    assertThat(machine.after(1000)).isEmpty();
  }
}
