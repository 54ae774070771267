package com.throttlex.server.cli;

import com.throttlex.request.RequestField;
import com.throttlex.server.cli.ServiceClient.Answer;
import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Sends one check to a running service. */
@Command(
    name = "check",
    description = "Checks one request with a running service: allowed or denied, and why.")
final class CheckCommand implements Callable<Integer> {
  private static final String ACCESS_TOKEN = "THROTTLEX_ACCESS_TOKEN";
  private static final Pattern TOKEN = Pattern.compile("[!-~]{16,}");

  private final CommandContext surroundings;
  private final Map<RequestField, OptionSpec> options = new EnumMap<>(RequestField.class);

  @Mixin private ServiceUrl service = new ServiceUrl();

  @Option(
      names = "--access-token",
      paramLabel = "TOKEN",
      description =
          "The access token to send; by default THROTTLEX_ACCESS_TOKEN, or else none. Other users"
              + " of this machine can see options.")
  private @Nullable String accessToken;

  @Option(names = "--json", description = "Print the JSON answer of the service.")
  private boolean json;

  private CheckCommand(CommandContext surroundings) {
    this.surroundings = surroundings;
    for (RequestField field : RequestField.ALL) {
      if (field.keyword() != null) {
        options.put(field, option(field));
      }
    }
  }

  /** The command, with an option for each field of a request. */
  static CommandLine commandLine(CommandContext surroundings) {
    CheckCommand check = new CheckCommand(surroundings);
    CommandLine command = new CommandLine(check);
    check.options.values().forEach(command.getCommandSpec()::addOption);
    return command;
  }

  private static OptionSpec option(RequestField field) {
    OptionSpec.Builder option =
        OptionSpec.builder(field.option()).paramLabel(field.label()).description(field.meaning());
    return switch (field.kind()) {
      case TEXT -> option.type(String.class).build();
      case NUMBER -> option.type(Long.class).build();
      case FLAG -> option.type(Boolean.class).arity("0").build();
      case MAP -> option.type(Map.class).auxiliaryTypes(String.class, String.class).build();
    };
  }

  private JsonObject body() {
    JsonObject body = new JsonObject();
    options.forEach(
        (field, option) -> {
          Object value = option.getValue();
          if (value != null) {
            body.put(field.text(), value);
          }
        });
    return body;
  }

  @Override
  public Integer call() {
    String base = service.text(surroundings);
    Answer answer = new ServiceClient(base, access()).send("POST", "/api/v1/check", body(), null);
    return switch (answer.status()) {
      case 200 -> print(answer, ExitCodes.OK);
      case 202, 429 -> print(answer, ExitCodes.NEGATIVE);
      // Shed for lack of capacity, or undecided: only a decision says whether it is allowed.
      case 503 -> shed(answer, base);
      case 400 -> throw answer.failure(ExitCodes.USAGE, base);
      case 401 -> throw refused(answer, base);
      default -> throw answer.failure(ExitCodes.FAILURE, base);
    };
  }

  /** Returns the header with the access token, or no header if there is no token. */
  private Map<String, String> access() {
    String token = accessToken == null ? surroundings.variable(ACCESS_TOKEN, "") : accessToken;
    if (accessToken == null && token.isEmpty()) {
      return Map.of();
    }
    if (!TOKEN.matcher(token).matches()) {
      throw new CommandFailedException(
          ExitCodes.USAGE,
          "access token: a text of "
              + token.length()
              + " characters (expected: at least 16 visible ASCII characters, no blanks)");
    }
    return Map.of("X-ThrottleX-Token", token);
  }

  private static CommandFailedException refused(Answer answer, String base) {
    return new CommandFailedException(
        ExitCodes.USAGE,
        base
            + ": "
            + answer.complaint()
            + " (expected: one of the service's access tokens in --access-token or "
            + ACCESS_TOKEN
            + ")");
  }

  private int shed(Answer answer, String base) {
    if (!answer.isDecision()) {
      throw answer.failure(ExitCodes.FAILURE, base);
    }
    return print(answer, ExitCodes.NEGATIVE);
  }

  private int print(Answer answer, int exitCode) {
    JsonObject decision = answer.json();
    surroundings
        .out()
        .println(
            json
                ? answer.body()
                : new CheckWording(decision, surroundings.clock().instant()).text());
    return exitCode;
  }
}
