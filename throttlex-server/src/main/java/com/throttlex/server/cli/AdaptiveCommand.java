package com.throttlex.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and changes the adaptive limits of a service. */
@Command(
    name = "adaptive",
    description = "Shows and changes the adaptive limits of a running service.",
    synopsisSubcommandLabel = "[COMMAND]")
final class AdaptiveCommand implements Callable<Integer> {
  private final CommandContext surroundings;
  private final PrintWriter out;

  @Mixin private AdminOptions admin = new AdminOptions();

  AdaptiveCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
    out = surroundings.out();
  }

  @Override
  public Integer call() {
    JsonObject status = admin.api(surroundings).adaptive();
    status.getJsonArray("rules").stream()
        .map(JsonObject.class::cast)
        .forEach(rule -> out.println(line(rule)));
    String problem = status.getString("problem");
    if (problem != null) {
      surroundings.err().println("nodes may not agree: " + problem);
    }
    status.getJsonArray("polled", new JsonArray()).stream()
        .map(JsonObject.class::cast)
        .filter(polled -> polled.getString("problem") != null)
        .forEach(polled -> surroundings.err().println(problem(polled)));
    return ExitCodes.OK;
  }

  @Command(description = "Sets the limit of a rule to a value within its range.")
  void override(
      @Mixin AdminOptions admin,
      @Option(
              names = "--seconds",
              paramLabel = "N",
              description = "How long the value stays, such as 10m; by default until resume.")
          @Nullable Long seconds,
      @Parameters(paramLabel = "RULE", description = "The rule's id.") String rule,
      @Parameters(paramLabel = "LIMIT", description = "The limit.") long limit) {
    JsonObject body = new JsonObject().put("limit", limit);
    if (seconds != null) {
      body.put("seconds", seconds);
    }
    out.println(line(admin.api(surroundings).adaptive(rule, "override", body)));
  }

  @Command(description = "Freezes the limit of a rule at its present value until resume.")
  void freeze(
      @Mixin AdminOptions admin,
      @Parameters(paramLabel = "RULE", description = "The rule's id.") String rule) {
    out.println(line(admin.api(surroundings).adaptive(rule, "freeze", null)));
  }

  @Command(description = "Lets the limit of a rule follow health again.")
  void resume(
      @Mixin AdminOptions admin,
      @Parameters(paramLabel = "RULE", description = "The rule's id.") String rule) {
    out.println(line(admin.api(surroundings).adaptive(rule, "resume", null)));
  }

  private static String problem(JsonObject polled) {
    return "no valid value from Prometheus: "
        + polled.getString("service")
        + " "
        + polled.getString("signal")
        + ": "
        + polled.getString("problem");
  }

  private static String line(JsonObject rule) {
    Long fixedFor = rule.getLong("fixedFor");
    return String.format(
        Locale.ROOT,
        "%s: %d of %d to %d, %s%s, health %.2f (confidence %.2f): %s",
        rule.getString("rule"),
        rule.getLong("limit"),
        rule.getLong("min"),
        rule.getLong("max"),
        rule.getString("mode"),
        fixedFor == null ? "" : " for " + fixedFor + " s",
        rule.getDouble("health"),
        rule.getDouble("confidence"),
        rule.getString("reason"));
  }
}
