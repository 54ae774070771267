package com.throttlex.server.admin;

import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.request.ShownText;
import com.throttlex.server.json.JsonMembers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A replay that a client wants.
 *
 * @param rules the text of a rule file, or {@link #CURRENT}
 * @param against the text of a rule file to compare with, {@link #CURRENT}, or null
 * @param traffic the logs that the client sent; none for recorded requests
 * @param log how the requests are read
 */
record ReplayRequest(
    String rules,
    @Nullable String against,
    List<FormUpload.StoredPart> traffic,
    LogOptions log,
    ReplayOptions options) {
  /** The word for the rules in force. */
  static final String CURRENT = "current";

  /** The name of the parts with logs. */
  static final String TRAFFIC = "traffic";

  /** The names of the parts of a form. */
  static final Set<String> PARTS =
      new TreeSet<>(Set.of("against", "clients", "format", "mask", "rules", TRAFFIC));

  private static final String RETRY = "retry";
  private static final String LEAVE = "leave";
  private static final String RULES_EXPECTED = "a rule file, or current for the rules in force";
  private static final String RECORDED_EXPECTED = "a time up to now, such as 1h, 30m or 7d";
  private static final Pattern LENGTH = Pattern.compile("([1-9][0-9]{0,4})([mhd])");
  private static final int MOST_RULES = 8 << 20;
  private static final int TRIES = 3;

  /**
   * Reads a form.
   *
   * @throws ProblemException with all problems
   */
  static ReplayRequest of(FormUpload form) {
    List<String> problems = new ArrayList<>(form.problems());
    String rules = text(form, "rules", problems);
    String against = text(form, "against", problems);
    List<FormUpload.StoredPart> traffic = form.files(TRAFFIC);
    if (traffic.isEmpty()) {
      problems.add("traffic: missing (expected: a log as a part with a file name)");
    }
    String mask = form.field("mask");
    if (mask != null && !mask.equals("true") && !mask.equals("false")) {
      problems.add("mask: " + ShownText.quoted(mask) + " (expected: true or false)");
    }
    int tries = tries(form.field("clients"), problems);
    LogOptions log = log(form.field("format"), null, null, problems);
    refuse(problems);
    ReplayOptions options = options(tries, "true".equals(mask));
    return new ReplayRequest(rules == null ? CURRENT : rules, against, traffic, log, options);
  }

  /**
   * Reads a JSON object, which asks for recorded requests.
   *
   * @throws ProblemException with all problems
   */
  static ReplayRequest of(AdminCall call) {
    JsonMembers members =
        new JsonMembers(call.json(), "against", "clients", "mask", "recorded", "rules");
    String rules = members.has("rules") ? members.text("rules", RULES_EXPECTED) : CURRENT;
    String against = members.has("against") ? members.text("against", RULES_EXPECTED) : null;
    Duration length = length(members.text("recorded", RECORDED_EXPECTED));
    if (length == null && members.problems().isEmpty()) {
      members.unexpected("recorded", RECORDED_EXPECTED);
    }
    Object mask = members.value("mask");
    if (mask != null && !(mask instanceof Boolean)) {
      members.unexpected("mask", "true or false");
    }
    List<String> problems = new ArrayList<>(members.problems());
    int tries = tries(members.optionalName("clients"), problems);
    refuse(problems);
    Instant now = call.now();
    Instant from = length == null ? null : now.minus(length);
    LogOptions log = log(null, from, now.plusNanos(1), problems);
    return new ReplayRequest(
        rules, against, List.of(), log, options(tries, Boolean.TRUE.equals(mask)));
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw ProblemException.of(400, problems);
    }
  }

  private static ReplayOptions options(int tries, boolean mask) {
    ReplayOptions usual = ReplayOptions.DEFAULT;
    return new ReplayOptions(tries, mask, usual.topKeys(), usual.maxKeys());
  }

  /** Returns the text of a part, with or without a file name; null if it is missing. */
  private static @Nullable String text(FormUpload form, String name, List<String> problems) {
    Path file = form.file(name);
    if (file == null) {
      return form.field(name);
    }
    try {
      if (Files.size(file) > MOST_RULES) {
        problems.add(name + ": too large (expected: at most " + MOST_RULES + " bytes)");
        return null;
      }
      String text = PercentText.utf8(Files.readAllBytes(file));
      if (text == null) {
        problems.add(name + ": not UTF-8 (expected: " + RULES_EXPECTED + ")");
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int tries(@Nullable String clients, List<String> problems) {
    if (clients != null && !clients.equals(RETRY) && !clients.equals(LEAVE)) {
      problems.add("clients: " + ShownText.quoted(clients) + " (expected: leave or retry)");
    }
    return RETRY.equals(clients) ? TRIES : 0;
  }

  private static LogOptions log(
      @Nullable String format,
      @Nullable Instant from,
      @Nullable Instant to,
      List<String> problems) {
    LogOptions usual = LogOptions.DEFAULT;
    try {
      return new LogOptions(
          format == null ? usual.format() : format,
          usual.mappings(),
          usual.outOfOrder(),
          from,
          to,
          usual.headers());
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
      return usual;
    }
  }

  private static @Nullable Duration length(String text) {
    Matcher parts = LENGTH.matcher(text);
    if (!parts.matches()) {
      return null;
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
