package com.throttlex.replay.report;

import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayTotals;
import com.throttlex.replay.ReplayedBook;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay as one HTML file.
 *
 * <p>The file has no script and loads nothing: plots are SVG inside it, and its security policy
 * allows only its own style sheet. It is well-formed XML, too.
 */
public final class ReplayReport {
  private static final String STYLE = "/com/throttlex/dashboard/throttlex.css";

  private final Markup page = new Markup();
  private final ReplayResult result;

  private ReplayReport(ReplayResult result) {
    this.result = result;
  }

  /**
   * Returns the report.
   *
   * @param rules the rules of the replay
   * @param against the rules to compare with, or null
   * @param made the time of the replay
   */
  public static String html(
      ReplayResult result, RuleBook rules, @Nullable RuleBook against, Instant made) {
    return new ReplayReport(result).whole(rules, against, made);
  }

  private String whole(RuleBook rules, @Nullable RuleBook against, Instant made) {
    head();
    page.begin("body").line();
    Look.defineHatch(page);
    page.begin("main").line();
    title(made);
    headline();
    if (result.first() != null) {
      TimeSection.add(page, result);
      if (result.comparison() != null) {
        ComparisonSection.add(page, result.comparison());
      }
      RuleSection.add(page, result);
    }
    rules(rules, against);
    LogSection.add(page, result.log(), result.late());
    notes();
    page.end().end().line();
    return page.end() + "\n";
  }

  private void head() {
    String style = "\n" + style();
    page.doctype().begin("html", "lang", "en").line().begin("head").line();
    page.empty("meta", "charset", "utf-8").line();
    page.empty(
            "meta",
            "http-equiv",
            "Content-Security-Policy",
            "content",
            "default-src 'none'; style-src 'sha256-" + sha256(style) + "'")
        .line();
    page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
    page.empty("meta", "name", "referrer", "content", "no-referrer").line();
    page.element("title", "Replay · ThrottleX").line();
    page.style(style).line().end().line();
  }

  private static String style() {
    try (InputStream sheet = ReplayReport.class.getResourceAsStream(STYLE)) {
      if (sheet == null) {
        throw new IllegalStateException(STYLE + ": missing (expected: a resource)");
      }
      return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void title(Instant made) {
    page.element("h1", "What these rules would have done");
    Instant first = result.first();
    Instant last = result.last();
    StringBuilder text = new StringBuilder();
    if (first != null && last != null) {
      text.append(ReportWording.time(first))
          .append(" to ")
          .append(ReportWording.time(last))
          .append(" UTC, ");
      text.append(ReportWording.length(Duration.between(first, last))).append(" · ");
    }
    text.append(ReportWording.count(result.log().files().size(), "file"));
    text.append(" · replayed ").append(ReportWording.minute(made)).append(" UTC by ThrottleX");
    page.element("p", text.toString(), "class", "quiet small").line();
  }

  private void headline() {
    ReplayTotals totals = result.now().totals();
    long decisions = totals.requests() + totals.retries();
    page.element("p", sentence(totals, decisions), "class", "lead").line();
    if (result.stopped() != null) {
      page.element("p", "Not all of the log was replayed: " + result.stopped(), "class", "warning");
    }
    page.begin("ul", "class", "figures").line();
    figure(ReportWording.count(totals.requests()), "requests");
    figure(
        ReportWording.count(totals.denied()),
        "denied, " + ReportWording.share(totals.denied(), decisions));
    figure(ReportWording.count(deniedKeys(result.now())), "keys with a denial, " + ofKeys());
    if (totals.delayed() > 0) {
      Duration mean = Duration.ofNanos(totals.delayNanos() / totals.delayed());
      figure(
          ReportWording.count(totals.delayed()),
          "delayed, " + ReportWording.delay(mean) + " on average");
    }
    if (totals.shadowDenied() > 0) {
      figure(ReportWording.count(totals.shadowDenied()), "would be denied by rules in shadow mode");
    }
    if (totals.retries() > 0) {
      figure(ReportWording.count(totals.retries()), "retries of denied requests");
    }
    page.end().line();
  }

  private static String sentence(ReplayTotals totals, long decisions) {
    if (totals.requests() == 0) {
      return "The log has no requests.";
    }
    return totals.denied() == 0
        ? "No request would have been denied."
        : ReportWording.share(totals.denied(), decisions)
            + " of "
            + ReportWording.count(decisions, "request")
            + " would have been denied.";
  }

  private void figure(String number, String words) {
    page.begin("li").element("strong", number).element("span", words).end().line();
  }

  private static long deniedKeys(ReplayedBook book) {
    return book.rules().stream().mapToLong(rule -> rule.deniedKeys()).sum();
  }

  private String ofKeys() {
    long keys = result.now().rules().stream().mapToLong(rule -> rule.keys()).sum();
    return ReportWording.share(deniedKeys(result.now()), keys) + " of " + ReportWording.count(keys);
  }

  private void rules(RuleBook rules, @Nullable RuleBook against) {
    page.element("h2", "The rules");
    page.element("pre", RuleFile.write(rules)).line();
    if (against != null) {
      page.element("h3", "The rules to compare with");
      page.element("pre", RuleFile.write(against)).line();
    }
  }

  private void notes() {
    page.element("h2", "How to read this");
    page.begin("ul").line();
    for (String note : result.notes()) {
      page.element("li", note).line();
    }
    page.element("li", "A denial counts for the rule that the decision reports.").line();
    page.element("li", "A key is counted once for each rule that it has a counter of.").line();
    page.element("li", "All times are UTC.").line();
    page.end();
  }
}
