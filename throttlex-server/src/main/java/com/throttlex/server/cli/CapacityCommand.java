package com.throttlex.server.cli;

import com.throttlex.server.capacity.CapacityDemand;
import com.throttlex.server.capacity.CapacityFigures.Door;
import com.throttlex.server.capacity.CapacityFigures.Store;
import com.throttlex.server.capacity.CapacityPlan;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Computes how many machines a system needs. */
@Command(
    name = "capacity",
    description = {
      "Computes the nodes, stores and memory that traffic needs, and their price.",
      "It needs no running service. All machines have 2 cores. docs/CAPACITY.md has the measured"
          + " figures, the formula and an example."
    })
final class CapacityCommand implements Callable<Integer> {
  private static final long MOST = 1_000_000_000_000L;
  private static final int MOST_MACHINES = 1_000;

  private final CommandContext surroundings;

  @Option(
      names = "--rps",
      required = true,
      paramLabel = "N",
      description = "Requests a second at the peak.")
  private String rps = "";

  @Option(
      names = "--keys",
      required = true,
      paramLabel = "N",
      description = "Counters that are in use at one time, of all rules together.")
  private String keys = "";

  @Option(
      names = "--rules",
      paramLabel = "N",
      defaultValue = "1",
      description = "Rules that apply to one request. Default: ${DEFAULT-VALUE}.")
  private String rules = "1";

  @Option(
      names = "--store",
      paramLabel = "KIND",
      defaultValue = "redis",
      description = "memory, redis, postgresql or mariadb. Default: ${DEFAULT-VALUE}.")
  private String store = "redis";

  @Option(
      names = "--door",
      paramLabel = "DOOR",
      defaultValue = "http",
      description = "http, grpc, envoy, resp or proxy. Default: ${DEFAULT-VALUE}.")
  private String door = "http";

  @Option(
      names = "--hit",
      paramLabel = "PERCENT",
      defaultValue = "0",
      description =
          "Per cent of decisions that nodes make without the store: from leases, and repeated"
              + " denials. Default: ${DEFAULT-VALUE}.")
  private String hit = "0";

  @Option(
      names = "--load",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description =
          "Per cent of its capacity that a machine uses at the peak. Default:"
              + " ${DEFAULT-VALUE}.")
  private String load = "50";

  @Option(
      names = "--spare",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes that may be absent at the peak. Default: ${DEFAULT-VALUE}.")
  private String spare = "1";

  @Option(
      names = "--replicas",
      paramLabel = "N",
      defaultValue = "1",
      description = "Replicas of each store. Default: ${DEFAULT-VALUE}.")
  private String replicas = "1";

  @Option(
      names = "--price",
      paramLabel = "PRICE",
      defaultValue = "0",
      description = "Price of a machine with 2 cores and 8 GB for an hour, in any currency.")
  private String price = "0";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CapacityCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CapacityPlan plan = CapacityPlan.of(LogArguments.checked(this::demand));
    surroundings
        .out()
        .print(json ? CapacityText.json(plan).encodePrettily() + "\n" : CapacityText.of(plan));
    surroundings.out().flush();
    return ExitCodes.OK;
  }

  private CapacityDemand demand() {
    return new CapacityDemand(
        whole("--rps", rps, 1, MOST),
        whole("--keys", keys, 0, MOST),
        (int) whole("--rules", rules, 1, MOST_MACHINES),
        choice("--door", door, Door.values()),
        choice("--store", store, Store.values()),
        number("--hit", hit, 0, 100) / 100,
        number("--load", load, 1, 100) / 100,
        (int) whole("--spare", spare, 0, MOST_MACHINES),
        (int) whole("--replicas", replicas, 0, MOST_MACHINES),
        number("--price", price, 0, MOST));
  }

  private static long whole(String option, String text, long least, long most) {
    String digits = text.replace("_", "").replace(",", "");
    if (digits.matches("[0-9]{1,18}")) {
      long value = Long.parseLong(digits);
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        option
            + ": "
            + text
            + " (expected: a whole number from "
            + least
            + " to "
            + most
            + ", such as 1000000 or 1_000_000)");
  }

  private static double number(String option, String text, long least, long most) {
    if (text.matches("[0-9]{1,18}([.][0-9]{1,9})?")) {
      double value = Double.parseDouble(text);
      if (value >= least && value <= most) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        option + ": " + text + " (expected: a number from " + least + " to " + most + ")");
  }

  private static <T extends Enum<T>> T choice(String option, String text, T[] values) {
    for (T value : values) {
      if (name(value).equals(text)) {
        return value;
      }
    }
    String names =
        Arrays.stream(values).map(CapacityCommand::name).collect(Collectors.joining(" "));
    throw new IllegalArgumentException(option + ": " + text + " (expected: one of " + names + ")");
  }

  /** Returns the value of an option. */
  static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
