package com.throttlex.server.cli;

import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.time.Instant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows, resets and unblocks the counters of single keys of a service. */
@Command(
    name = "keys",
    description = "Shows, resets and unblocks single keys of a running service.",
    synopsisSubcommandLabel = "COMMAND")
final class KeysCommand {
  private static final String KEY = "The printed key, such as 'logins|ip=203.0.113.9'.";

  private final CommandContext surroundings;
  private final PrintWriter out;

  KeysCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
    out = surroundings.out();
  }

  @Command(description = "Shows the units left of each limit of a key, its strikes and its block.")
  void show(
      @Mixin AdminOptions admin, @Parameters(paramLabel = "KEY", description = KEY) String key) {
    JsonObject state = admin.api(surroundings).key(key);
    state.getJsonArray("limits").stream()
        .map(JsonObject.class::cast)
        .forEach(limit -> out.println(line(limit)));
    JsonObject block = state.getJsonObject("block");
    if (block != null) {
      out.println(blockLine(block));
    }
  }

  @Command(description = "Makes all limits of a key full again, and lifts its block.")
  void reset(
      @Mixin AdminOptions admin, @Parameters(paramLabel = "KEY", description = KEY) String key) {
    admin.api(surroundings).reset(key);
    out.println("reset " + key);
  }

  @Command(description = "Lifts the block of a key; its limits stay as they are.")
  void unblock(
      @Mixin AdminOptions admin, @Parameters(paramLabel = "KEY", description = KEY) String key) {
    admin.api(surroundings).unblock(key);
    out.println("unblocked " + key);
  }

  private static String line(JsonObject limit) {
    return limit.getLong("remaining")
        + " of "
        + limit.getLong("limit")
        + " left, full at "
        + Instant.ofEpochSecond(limit.getLong("resetAt"));
  }

  private static String blockLine(JsonObject block) {
    Long endsAt = block.getLong("endsAt");
    return endsAt == null
        ? block.getLong("strikes") + " of " + block.getLong("after") + " strikes, not blocked"
        : "blocked until " + Instant.ofEpochSecond(endsAt);
  }
}
