package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.util.JsonFormat;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.server.RunningServer;
import com.throttlex.server.cli.CommandContext;
import com.throttlex.server.cli.Throttlex;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** Runs the commands of the page, each as its program would, against the running service. */
final class Commands {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  private final RunningServer server;
  private final Path folder;

  Commands(RunningServer server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  void run(String line) throws Exception {
    List<String> words = words(line);
    List<String> arguments = words.subList(1, words.size());
    switch (words.get(0)) {
      case "./throttlex" -> throttlex(arguments);
      case "curl" -> curl(arguments);
      case "redis-cli" -> redis(arguments.subList(2, arguments.size()));
      case "grpcurl" -> grpcurl(arguments);
      case "java" -> Snippet.compile(folder, Recipes.ROOT.resolve(arguments.get(0)));
      case "nginx" -> assertThat(Path.of(option(arguments, "-c"))).exists();
      case "examples/gateways/try" ->
          assertThat(Recipes.FOLDER.resolve(arguments.get(0))).isDirectory();
      default -> throw new AssertionError("command: " + line + " (expected: a known program)");
    }
  }

  static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      words.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
    }
    words.replaceAll(word -> word.replace("$PWD", Recipes.ROOT.toString()));
    return words;
  }

  private static String option(List<String> arguments, String name) {
    return arguments.get(arguments.indexOf(name) + 1);
  }

  private void throttlex(List<String> arguments) {
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed, true);
    Map<String, String> environment =
        Map.of("THROTTLEX_SERVER", "http://127.0.0.1:" + server.port());
    CommandContext surroundings =
        new CommandContext(environment, Recipes.ROOT, InstantSource.system(), out, out);
    int code =
        Throttlex.commandLine(
                surroundings,
                (settings, to) -> {
                  assertThat(Files.exists(settings.rules())).isTrue();
                  return 0;
                })
            .execute(arguments.toArray(String[]::new));
    assertThat(code).as("%s: %s", arguments, printed).isBetween(0, 1);
  }

  /** Runs curl with these options; commands of gateways run with the gateways. */
  private void curl(List<String> arguments) {
    String url = "";
    String body = "";
    for (Iterator<String> words = arguments.iterator(); words.hasNext(); ) {
      String word = words.next();
      switch (word) {
        case "-i", "-f" -> {}
        case "-d" -> body = words.next();
        default -> url = word;
      }
    }
    if (url.startsWith("http://127.0.0.1:8000/api/")) {
      return;
    }
    URI target = URI.create(Recipes.atPorts(server, url));
    HttpRequest.Builder request = RunningServer.request(target.getPort(), target.getPath());
    if (!body.isEmpty()) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    assertThat(server.send(request).status()).as(url).isIn(200, 429);
  }

  /** Sends a command to the Redis port, and gives the numbers it answers. */
  List<?> redis(List<String> command) {
    String[] arguments = command.subList(1, command.size()).toArray(String[]::new);
    try (Jedis jedis = new Jedis("127.0.0.1", server.respPort())) {
      Object answer =
          jedis.sendCommand(() -> command.get(0).getBytes(StandardCharsets.US_ASCII), arguments);
      assertThat((List<?>) answer).hasSizeBetween(5, 6);
      return (List<?>) answer;
    }
  }

  private void grpcurl(List<String> arguments) throws Exception {
    CheckRequest.Builder request = CheckRequest.newBuilder();
    JsonFormat.parser().merge(option(arguments, "-d"), request);
    String target = Recipes.atPorts(server, arguments.get(arguments.size() - 2));
    MethodDescriptor<CheckRequest, CheckResponse> method =
        MethodDescriptor.<CheckRequest, CheckResponse>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(arguments.get(arguments.size() - 1))
            .setRequestMarshaller(ProtoUtils.marshaller(CheckRequest.getDefaultInstance()))
            .setResponseMarshaller(ProtoUtils.marshaller(CheckResponse.getDefaultInstance()))
            .build();
    ManagedChannel channel = NettyChannelBuilder.forTarget(target).usePlaintext().build();
    try {
      CheckResponse answer =
          ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, request.build());
      assertThat(answer.getRule()).isEqualTo("orders-per-user");
    } finally {
      channel.shutdownNow();
    }
  }
}
