package com.throttlex.server.resp;

import com.throttlex.server.access.Access;
import java.util.List;

/** The commands of clients about their connection. */
final class ConnectionCommands {
  /** The version of Redis that clients see; they choose their commands by it. */
  static final String REDIS_VERSION = "7.0.0";

  private ConnectionCommands() {}

  static List<Command> all() {
    return List.of(
        new Command("ping", -1, "Answers PONG, or the message given", ConnectionCommands::ping)
            .allowedBeforeAuth(),
        new Command("echo", 2, "Answers the message given", (a, s) -> bulk(a, 1, s)),
        new Command("hello", -1, "Selects version 2 of the protocol", ConnectionCommands::hello)
            .allowedBeforeAuth(),
        new Command("auth", -2, "Authenticates the client: [name] token", ConnectionCommands::auth)
            .allowedBeforeAuth(),
        new Command("select", 2, "Accepts database 0", ConnectionCommands::select),
        new Command(
            "client", -2, "Sets and shows properties of the connection", ClientCommand::run),
        new Command("reset", 1, "Removes authentication and name", ConnectionCommands::reset),
        new Command("quit", -1, "Closes the connection", ConnectionCommands::quit)
            .allowedBeforeAuth());
  }

  static void ok(RespSession session) {
    session.reply().simple("OK");
  }

  static void bulk(Arguments arguments, int i, RespSession session) {
    session.reply().bulk(arguments.bytes(), arguments.offset(i), arguments.length(i));
  }

  private static void ping(Arguments arguments, RespSession session) {
    if (arguments.count() > 2) {
      throw new IllegalArgumentException(Commands.wrongNumber("ping"));
    }
    if (arguments.count() == 2) {
      bulk(arguments, 1, session);
    } else {
      session.reply().simple("PONG");
    }
  }

  /** {@code HELLO [2 [AUTH user password] [SETNAME name]]}; 3 is rejected, so clients use 2. */
  private static void hello(Arguments arguments, RespSession session) {
    if (arguments.count() > 1 && !"2".equals(arguments.keyword(1))) {
      session.reply().error("NOPROTO", "unsupported protocol version");
      return;
    }
    int at = 2;
    while (at < arguments.count()) {
      at += helloOption(arguments, at, session);
    }
    if (session.admitted()) {
      greet(session);
    } else {
      session
          .reply()
          .error(
              "NOAUTH",
              "HELLO must be called with the client already authenticated, otherwise the HELLO 2"
                  + " AUTH <user> <pass> option can be used to authenticate the client");
    }
  }

  /** Runs {@code AUTH token} or {@code AUTH name token}; accepts any if none is configured. */
  private static void auth(Arguments arguments, RespSession session) {
    if (arguments.count() > 3) {
      throw new IllegalArgumentException("syntax error");
    }
    boolean named = arguments.count() == 3;
    session.admit(named ? arguments.text(1) : Access.DEFAULT_NAME, arguments.text(named ? 2 : 1));
    ok(session);
  }

  private static void greet(RespSession session) {
    RespWriter reply = session.reply();
    reply.array(14);
    pair(reply, "server", "throttlex");
    pair(reply, "version", REDIS_VERSION);
    reply.bulk("proto");
    reply.integer(2);
    reply.bulk("id");
    reply.integer(session.id());
    pair(reply, "mode", "standalone");
    pair(reply, "role", "master");
    reply.bulk("modules");
    reply.array(0);
  }

  private static void pair(RespWriter reply, String name, String value) {
    reply.bulk(name);
    reply.bulk(value);
  }

  private static int helloOption(Arguments arguments, int at, RespSession session) {
    String option = arguments.keyword(at);
    if (option.equals("AUTH") && at + 2 < arguments.count()) {
      session.admit(arguments.text(at + 1), arguments.text(at + 2));
      return 3;
    }
    if (option.equals("SETNAME") && at + 1 < arguments.count()) {
      session.name(arguments.text(at + 1));
      return 2;
    }
    throw new IllegalArgumentException(
        "Syntax error in HELLO option '" + arguments.shown(at) + "'");
  }

  private static void select(Arguments arguments, RespSession session) {
    if (arguments.number(1, "index", 0, Integer.MAX_VALUE) != 0) {
      throw new IllegalArgumentException("DB index is out of range");
    }
    ok(session);
  }

  private static void reset(Arguments arguments, RespSession session) {
    session.reset();
    session.reply().simple("RESET");
  }

  private static void quit(Arguments arguments, RespSession session) {
    ok(session);
    session.end();
  }
}
