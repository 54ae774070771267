package com.throttlex.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the stores of a service, and moves counters between them. */
@Command(
    name = "store",
    description = "Shows the stores of a running service, and moves counters between them.",
    synopsisSubcommandLabel = "[COMMAND]")
final class StoreCommand implements Callable<Integer> {
  /** How often a move prints a line while nothing changes. */
  private static final int LINE_SECONDS = 10;

  private final CommandContext surroundings;
  private final PrintWriter out;

  @Mixin private AdminOptions admin = new AdminOptions();

  StoreCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
    out = surroundings.out();
  }

  @Override
  public Integer call() {
    JsonObject answer = admin.api(surroundings).stores();
    for (JsonObject store : objects(answer, "stores")) {
      String problem = store.getString("problem");
      out.println(
          store.getString("name")
              + ": "
              + store.getString("kind")
              + ", "
              + store.getLong("rules")
              + " rules"
              + (problem == null ? "" : ", " + problem));
    }
    objects(answer, "moves").forEach(move -> out.println(line(move)));
    return ExitCodes.OK;
  }

  @Command(
      description = {
        "Moves all counters of a store to another while the service runs.",
        "Both stores are charged until the new one has every charge that counts, and both must "
            + "allow. So no limit is granted twice. The stores are those of throttlex.yml (store, "
            + "stores). You can interrupt the command at any time: the service continues the "
            + "move, and the same command shows the progress again. To move the counters back, "
            + "exchange --from and --to."
      })
  int migrate(
      @Mixin AdminOptions admin,
      @Option(
              names = "--from",
              required = true,
              paramLabel = "STORE",
              description = "The store that the counters leave: its name or its URL.")
          String from,
      @Option(
              names = "--to",
              required = true,
              paramLabel = "STORE",
              description = "The store that the counters go to: its name or its URL.")
          String to,
      @Option(names = "--no-wait", description = "Begins the move, and does not wait for its end.")
          boolean noWait)
      throws InterruptedException {
    AdminApi api = admin.api(surroundings);
    String last = "";
    JsonObject answer = api.move(from, to);
    for (int round = 0; ; round++) {
      List<JsonObject> moves =
          objects(answer, "moves").stream().filter(m -> !m.containsKey("rule")).toList();
      if (moves.isEmpty()) {
        out.println("moved: the new store has every charge that counts");
        return ExitCodes.OK;
      }
      String waiting = moves.get(0).getString("waitingFor", "");
      if (round % LINE_SECONDS == 0 || !waiting.equals(last)) {
        out.println(line(moves.get(0)));
        out.flush();
      }
      if (noWait) {
        return ExitCodes.OK;
      }
      last = waiting;
      TimeUnit.SECONDS.sleep(1);
      answer = api.stores();
    }
  }

  private static List<JsonObject> objects(JsonObject answer, String name) {
    return answer.getJsonArray(name, new JsonArray()).stream().map(JsonObject.class::cast).toList();
  }

  private static String line(JsonObject move) {
    JsonObject verdicts = move.getJsonObject("verdicts");
    String waiting = move.getString("waitingFor");
    String what = move.getString("rule");
    return "moving "
        + (what == null ? "all" : what)
        + " from "
        + String.join(", ", move.getJsonArray("from").stream().map(String::valueOf).toList())
        + " to "
        + move.getString("to")
        + ": "
        + (waiting == null
            ? "charging both, " + move.getLong("secondsLeft") + " s left"
            : "waiting, " + waiting)
        + "; verdicts: "
        + verdicts.getLong("same")
        + " same, "
        + verdicts.getLong("onlyOldDenied")
        + " denied by the old store only, "
        + verdicts.getLong("onlyNewDenied")
        + " by the new one only";
  }
}
