package com.throttlex.benchmarks.load;

/** The kinds of load: a protocol, a request, and the number in flight. */
public enum TrafficKind {
  /** {@code POST /api/v1/check}, to the service and to a server that answers every request. */
  HTTP(32, 1),
  /** {@code POST /api/v1/check} on more connections. */
  HTTP_BUSY(128, 1),
  /** {@code POST /api/v1/check} with an access token. */
  HTTP_TOKEN(32, 1),
  /** {@code GET} of a page, as a browser sends it. */
  PAGE(32, 1),
  /** {@code GET} of a page, as browsers of many users send it through a proxy. */
  PROXIED(64, 1),
  /** {@code CheckRateLimit}. */
  CHECK(4, 8),
  /** {@code CheckRateLimit} with an access token. */
  CHECK_TOKEN(4, 8),
  /** The messages of {@code CheckRateLimit} to the echo service. */
  CHECK_ECHO(4, 8),
  /** {@code ShouldRateLimit} with one descriptor. */
  ENVOY(4, 8),
  /** The messages of {@code ShouldRateLimit} to the echo service. */
  ENVOY_ECHO(4, 8),
  /** {@code CL.THROTTLE} on many keys. */
  THROTTLE("CL.THROTTLE key:__rand_int__ 1000000000 1000000000 60"),
  /** {@code CL.THROTTLE} on one key. */
  THROTTLE_HOT("CL.THROTTLE key:hot 1000000000 1000000000 60"),
  /** {@code TX.CHECK} of many users. */
  TX_CHECK("TX.CHECK USER u-__rand_int__ ENDPOINT /api/v1/orders METHOD POST"),
  /** {@code INCR} of many keys. */
  INCR("INCR key:__rand_int__"),
  /** {@code INCR} of one key. */
  INCR_HOT("INCR key:hot");

  /** The access token of the service that needs one. */
  public static final String TOKEN = "benchmarks-token-0123456789abcdef";

  /** The number of keys in commands of the Redis protocol. */
  public static final int KEYS = 100_000;

  /** The number of connections for commands of the Redis protocol. */
  public static final int RESP_CONNECTIONS = 16;

  /** The number of commands of the Redis protocol in flight on a connection. */
  public static final int PIPELINE = 64;

  private final String command;
  private final int connections;
  private final int inFlight;

  TrafficKind(int connections, int inFlight) {
    this.command = "";
    this.connections = connections;
    this.inFlight = inFlight;
  }

  TrafficKind(String command) {
    this.command = command;
    this.connections = RESP_CONNECTIONS;
    this.inFlight = PIPELINE;
  }

  /** The number of connections. */
  public int connections() {
    return connections;
  }

  /** The command of the Redis protocol; empty for other protocols. */
  public String command() {
    return command;
  }

  private Dialogue dialogue() {
    return switch (this) {
      case HTTP, HTTP_BUSY -> http("");
      case HTTP_TOKEN -> http("X-ThrottleX-Token: " + TOKEN + "\r\n");
      case PAGE -> new HttpDialogue(new byte[][] {HttpDialogue.page("")});
      case PROXIED -> new HttpDialogue(Pages.OF_USERS);
      case CHECK -> Calls.check();
      case CHECK_TOKEN -> Calls.check().with("x-throttlex-token", TOKEN);
      case CHECK_ECHO -> Calls.checkEcho();
      case ENVOY -> Calls.envoy();
      case ENVOY_ECHO -> Calls.envoyEcho();
      default -> new RespDialogue(command, KEYS);
    };
  }

  private static Dialogue http(String header) {
    byte[][] questions = new byte[Calls.USERS][];
    for (int i = 0; i < questions.length; i++) {
      questions[i] = HttpDialogue.question(Calls.USER + i, header);
    }
    return new HttpDialogue(questions);
  }

  ClosedLoop loop() {
    return new ClosedLoop(connections, inFlight, this::dialogue);
  }

  OpenLoop openLoop(int perSecond) {
    return new OpenLoop(connections, perSecond, this::dialogue);
  }

  /** Requests that all connections share. */
  private static final class Pages {
    static final byte[][] OF_USERS = new byte[Calls.USERS][];

    static {
      for (int i = 0; i < OF_USERS.length; i++) {
        OF_USERS[i] = HttpDialogue.page("X-User: " + Calls.USER + i + "\r\n");
      }
    }
  }
}
