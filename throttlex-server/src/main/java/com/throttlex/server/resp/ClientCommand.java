package com.throttlex.server.resp;

/** {@code CLIENT subcommand …}: the names and properties that client libraries set. */
final class ClientCommand {
  private ClientCommand() {}

  static void run(Arguments arguments, RespSession session) {
    switch (arguments.keyword(1)) {
      case "SETNAME" -> setName(arguments, session);
      case "GETNAME" -> getName(session);
      case "ID" -> session.reply().integer(session.id());
      case "INFO", "LIST" -> session.reply().bulk(line(session) + "\n");
      case "SETINFO", "NO-EVICT", "NO-TOUCH" -> ConnectionCommands.ok(session);
      default -> throw Commands.unknownSubcommand(arguments);
    }
  }

  private static void setName(Arguments arguments, RespSession session) {
    if (arguments.count() != 3) {
      throw new IllegalArgumentException(Commands.wrongNumber("client|setname"));
    }
    String name = arguments.text(2);
    if (name.chars().anyMatch(c -> c < '!' || c > '~')) {
      throw new IllegalArgumentException(
          "Client names cannot contain spaces, newlines or special characters.");
    }
    session.name(name.isEmpty() ? null : name);
    ConnectionCommands.ok(session);
  }

  private static void getName(RespSession session) {
    String name = session.name();
    if (name == null) {
      session.reply().nil();
    } else {
      session.reply().bulk(name);
    }
  }

  /** Returns only this connection; a client does not see other clients. */
  private static String line(RespSession session) {
    String name = session.name();
    return "id=" + session.id() + " name=" + (name == null ? "" : name) + " db=0 resp=2";
  }
}
