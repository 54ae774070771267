package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.output.ReplayJson;
import com.throttlex.request.ShownText;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import com.throttlex.rules.yaml.Problem;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Replays requests by other rules: a log that the client sends in a form, or the requests that the
 * service has recorded. No live counter changes.
 */
final class ReplayRoute implements Route.Handler {
  private final ThrottleX throttlex;
  private final ReplayRunner replays;

  ReplayRoute(AdminServices parts) {
    throttlex = parts.throttlex();
    replays = parts.replays();
  }

  /** Returns the replays; one begins before its form is received. */
  ReplayRunner replays() {
    return replays;
  }

  @Override
  public AdminAnswer answer(AdminCall call) {
    FormUpload form = call.request().form();
    try {
      if (form == null) {
        return recorded(call, ReplayRequest.of(call));
      }
      if (form.isTooLarge()) {
        String most = ReplayRunner.MOST_BYTES + " bytes";
        throw new ProblemException(413, "body: too large (expected: at most " + most + ")");
      }
      String failure = form.failure();
      if (failure != null) {
        String advice = " (expected: free space in the data folder)";
        throw new ProblemException(507, "body: not stored: " + failure + advice);
      }
      return sent(call, ReplayRequest.of(form));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AdminAnswer sent(AdminCall call, ReplayRequest wanted) throws IOException {
    List<LogSource> logs = new ArrayList<>();
    for (FormUpload.StoredPart traffic : wanted.traffic()) {
      logs.add(LogSource.of(traffic.path(), traffic.name()));
    }
    ReplayIdentity identity = replays.identity();
    return run(call, logs, identity.in(wanted.log()), wanted, identity.notes());
  }

  private AdminAnswer recorded(AdminCall call, ReplayRequest wanted) throws IOException {
    Path folder = replays.begin();
    Instant from = Objects.requireNonNull(wanted.log().from());
    try (RecordedSnapshot files = replays.recorded(from)) {
      return run(call, files.sources(), wanted.log(), wanted, replays.recordedNotes());
    } finally {
      replays.end(folder);
    }
  }

  private AdminAnswer run(
      AdminCall call,
      List<LogSource> logs,
      LogOptions how,
      ReplayRequest wanted,
      List<String> notes)
      throws IOException {
    RuleBook rules = book("rules", wanted.rules());
    String other = wanted.against();
    @Nullable RuleBook against = other == null ? null : book("against", other);
    Set<String> headers = new HashSet<>(rules.countedHeaders());
    if (against != null) {
      headers.addAll(against.countedHeaders());
    }
    ReplayResult result =
        ReplayRunner.run(
            logs,
            how.withHeaders(headers),
            rules,
            against,
            wanted.options(),
            call.request().gone());
    JsonObject answer = new JsonObject(ReplayJson.toMap(result));
    List<String> all = new ArrayList<>(result.notes());
    all.addAll(notes);
    String body = ShownText.json(answer.put("notes", all).encode());
    return AdminAnswer.text(AdminAnswer.JSON, body);
  }

  private RuleBook book(String name, String text) {
    if (text.strip().equals(ReplayRequest.CURRENT)) {
      return throttlex.rules();
    }
    try {
      return RuleFile.parse(text, name);
    } catch (InvalidRuleFileException e) {
      throw ProblemException.unprocessable(e.problems().stream().map(Problem::toString).toList());
    }
  }
}
