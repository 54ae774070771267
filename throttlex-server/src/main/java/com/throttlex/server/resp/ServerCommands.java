package com.throttlex.server.resp;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The commands about the server. */
final class ServerCommands {
  /** The settings that redis-benchmark reads; nothing is stored on disk. */
  private static final Map<String, String> SETTINGS = Map.of("save", "", "appendonly", "no");

  private static final Set<String> EVERYTHING = Set.of("all", "default", "everything");

  private ServerCommands() {}

  static List<Command> all(DoorStatistics statistics) {
    return List.of(
        new Command(
            "info", -1, "Shows server, clients and statistics", (a, s) -> info(a, s, statistics)),
        new Command("config", -2, "Shows settings: GET name", ServerCommands::config),
        new Command(
            "dbsize", 1, "Returns 0, because keys are not data", (a, s) -> s.reply().integer(0)));
  }

  private static void info(Arguments arguments, RespSession session, DoorStatistics statistics) {
    Map<String, String> sections = statistics.sections();
    StringBuilder text = new StringBuilder();
    sections.forEach(
        (name, lines) -> {
          if (names(arguments, name)) {
            text.append(text.isEmpty() ? "" : "\r\n").append(lines);
          }
        });
    session.reply().bulk(text.toString());
  }

  private static boolean names(Arguments arguments, String section) {
    boolean named = arguments.count() == 1;
    for (int i = 1; i < arguments.count(); i++) {
      String asked = arguments.keyword(i).toLowerCase(Locale.ROOT);
      named |= EVERYTHING.contains(asked) || asked.equals(section);
    }
    return named;
  }

  private static void config(Arguments arguments, RespSession session) {
    if (!"GET".equals(arguments.keyword(1)) || arguments.count() < 3) {
      throw Commands.unknownSubcommand(arguments);
    }
    RespWriter reply = session.reply();
    String name = arguments.keyword(2).toLowerCase(Locale.ROOT);
    String value = SETTINGS.get(name);
    reply.array(value == null ? 0 : 2);
    if (value != null) {
      reply.bulk(name);
      reply.bulk(value);
    }
  }
}
