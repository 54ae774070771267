package com.throttlex.server.resp;

import com.throttlex.ThrottleX;
import com.throttlex.server.access.AccessException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands of one event loop: finds and runs them, and reports their errors. */
final class Commands {
  private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

  private final List<Command> all;
  private Command last;

  Commands(ThrottleX throttlex, int ipv6Prefix, DoorStatistics statistics) {
    List<Command> commands = new ArrayList<>();
    commands.add(ThrottleCommand.command(throttlex));
    commands.add(TxCheckCommand.command(throttlex, ipv6Prefix));
    commands.add(SettleCommand.command(throttlex));
    commands.addAll(ConnectionCommands.all());
    commands.addAll(ServerCommands.all(statistics));
    commands.add(CommandCommand.command(commands));
    all = List.copyOf(commands);
    last = all.get(0);
  }

  /** Runs the command of these words. */
  void run(Arguments arguments, RespSession session) {
    Command command = find(arguments);
    if (command == null && isHttp(arguments)) {
      LOG.warn("RESP connection closed: received HTTP, perhaps from a web page");
      session.abort();
    } else if (!session.admitted() && (command == null || !command.beforeAuth())) {
      session.reply().error("NOAUTH", "Authentication required.");
    } else if (command == null) {
      session.reply().error("ERR", unknown(arguments));
    } else if (!command.takes(arguments.count())) {
      session.reply().error("ERR", wrongNumber(command.name()));
    } else {
      run(command, arguments, session);
    }
  }

  private static void run(Command command, Arguments arguments, RespSession session) {
    RespWriter reply = session.reply();
    int before = reply.size();
    try {
      command.action().run(arguments, session);
    } catch (AccessException e) {
      refuse(e, session);
    } catch (IllegalArgumentException e) {
      reply.truncate(before); // an unfinished reply would shift all later replies
      reply.error("ERR", String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      LOG.error("RESP connection closed: command {} failed", command.name(), e);
      reply.truncate(before);
      reply.error("ERR", "internal error");
      session.end();
    }
  }

  /**
   * Answers a wrong credential as Redis does, and closes the connection after too many. An
   * overloaded node answers as a busy Redis does.
   */
  private static void refuse(AccessException refused, RespSession session) {
    if (refused.reason() == AccessException.Reason.OVERLOADED) {
      session.reply().error("BUSY", refused.message());
    } else if (refused.reason() == AccessException.Reason.LIMITED) {
      session.reply().error("ERR", refused.message());
      session.end();
    } else {
      session.reply().error("WRONGPASS", "invalid username-password pair or user is disabled.");
    }
  }

  /** Returns whether the command is a line of HTTP; Redis checks for the same two words. */
  private static boolean isHttp(Arguments arguments) {
    return arguments.is(0, "POST") || arguments.is(0, "HOST:");
  }

  /** Finds a command; the last one is tried first, because clients often repeat it. */
  private @Nullable Command find(Arguments arguments) {
    if (last.isNamedBy(arguments)) {
      return last;
    }
    for (Command command : all) {
      if (command.isNamedBy(arguments)) {
        last = command;
        return command;
      }
    }
    return null;
  }

  private static String unknown(Arguments arguments) {
    StringBuilder text = new StringBuilder("unknown command '").append(arguments.shown(0));
    text.append("', with args beginning with: ");
    for (int i = 1; i < arguments.count() && text.length() < 128; i++) {
      text.append('\'').append(arguments.shown(i)).append("' ");
    }
    return text.toString();
  }

  static String wrongNumber(String name) {
    return "wrong number of arguments for '" + name + "' command";
  }

  static IllegalArgumentException unknownSubcommand(Arguments arguments) {
    String name = arguments.keyword(0);
    return new IllegalArgumentException(
        "unknown subcommand '" + arguments.shown(1) + "'. Try " + name + " HELP.");
  }
}
