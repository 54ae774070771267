package com.throttlex.server.resp;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code COMMAND [COUNT | LIST | INFO name… | DOCS name…]}: describes the commands to clients. */
final class CommandCommand implements Command.Action {
  private final List<Command> all = new ArrayList<>();

  private CommandCommand() {}

  /** Returns the command that describes all commands. */
  static Command command(List<Command> others) {
    CommandCommand action = new CommandCommand();
    Command command = new Command("command", -1, "Describes the commands", action);
    action.all.addAll(others);
    action.all.add(command);
    return command;
  }

  @Override
  public void run(Arguments arguments, RespSession session) {
    RespWriter reply = session.reply();
    String subcommand = arguments.count() == 1 ? "INFO" : arguments.keyword(1);
    switch (subcommand) {
      case "COUNT" -> reply.integer(all.size());
      case "LIST" -> list(reply);
      case "INFO" -> info(reply, asked(arguments));
      case "DOCS" -> docs(reply, asked(arguments));
      default -> throw Commands.unknownSubcommand(arguments);
    }
  }

  /** Returns the named commands, null for unknown ones; all if none is named. */
  private List<@Nullable Command> asked(Arguments arguments) {
    if (arguments.count() <= 2) {
      return new ArrayList<>(all);
    }
    List<@Nullable Command> asked = new ArrayList<>();
    for (int i = 2; i < arguments.count(); i++) {
      asked.add(named(arguments.keyword(i).toLowerCase(Locale.ROOT)));
    }
    return asked;
  }

  private @Nullable Command named(String name) {
    for (Command command : all) {
      if (command.name().equals(name)) {
        return command;
      }
    }
    return null;
  }

  private void list(RespWriter reply) {
    reply.array(all.size());
    all.forEach(command -> reply.bulk(command.name()));
  }

  private static void info(RespWriter reply, List<@Nullable Command> commands) {
    reply.array(commands.size());
    for (Command command : commands) {
      if (command == null) {
        reply.nilArray();
      } else {
        info(reply, command);
      }
    }
  }

  /** Writes name, arity, flags, and the position of the key, if there is one. */
  private static void info(RespWriter reply, Command command) {
    int key = command.name().equals(ThrottleKey.NAME) ? 1 : 0;
    reply.array(6);
    reply.bulk(command.name());
    reply.integer(command.arity());
    reply.array(1);
    reply.simple("fast");
    reply.integer(key);
    reply.integer(key);
    reply.integer(key);
  }

  private static void docs(RespWriter reply, List<@Nullable Command> commands) {
    commands.removeIf(command -> command == null);
    reply.array(2 * commands.size());
    for (Command command : commands) {
      if (command != null) {
        reply.bulk(command.name());
        reply.array(4);
        reply.bulk("summary");
        reply.bulk(command.summary());
        reply.bulk("group");
        reply.bulk("generic");
      }
    }
  }
}
