package com.throttlex.replay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayRun;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReplayReportTest {
  private static final String EVIL = "<script>alert('1')</script>\\\"><img src=x onerror=alert(2)>";
  private static final Instant MADE = Instant.parse("2026-11-16T12:00:00Z");
  private static final RuleBook RULES =
      RuleFile.parse(
          """
          version: 1
          default-rule: none
          rules:
            - {id: users, match: {endpoint: /orders}, key: [user], limits: 2/1m}
            - {id: trial, match: {endpoint: /orders}, key: [user], limits: 1/1m, mode: shadow}
            - {id: quiet, match: {endpoint: /other}, key: [user], limits: 2/1m}
          """,
          "rules.yml");
  private static final RuleBook LOOSE =
      RuleFile.parse(
          """
          version: 1
          default-rule: none
          rules:
            - {id: users, match: {endpoint: /orders}, key: [user], limits: 4/1m}
          """,
          "old.yml");

  private static String line(String time, String user) {
    return "{\"time\":\"" + time + "\",\"user\":\"" + user + "\",\"endpoint\":\"/orders\"}\n";
  }

  /** Five requests of an odd user, one of each of twenty others, and a broken line. */
  private static String traffic() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5; i++) {
      lines.append(line("2026-03-04T10:20:0" + i + "Z", EVIL));
    }
    for (int i = 10; i < 30; i++) {
      lines.append(line("2026-03-04T10:" + (i + 20) + ":00Z", "user-" + i));
    }
    return lines.append("a <b>broken</b> line\n").toString();
  }

  private static String report(String traffic, RuleBook against, ReplayOptions options)
      throws IOException {
    byte[] bytes = traffic.getBytes(StandardCharsets.UTF_8);
    LogSource source = LogSource.of(new ByteArrayInputStream(bytes), "log<i>.json");
    try (TrafficLog log = new TrafficLog(List.of(source), LogOptions.DEFAULT)) {
      ReplayResult result = new ReplayRun(log, RULES, against, options).run(() -> true);
      return ReplayReport.html(result, RULES, against, MADE);
    }
  }

  private static Document parsed(String html) throws Exception {
    DocumentBuilderFactory xml = DocumentBuilderFactory.newInstance();
    return xml.newDocumentBuilder().parse(new InputSource(new StringReader(html)));
  }

  private static List<Element> all(Document page, String name) {
    NodeList found = page.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }

  private static String text(Document page) {
    return page.getDocumentElement().getTextContent();
  }

  @Test
  void report_saysWhatWasReplayedAndDenied() throws Exception {
    Document page = parsed(report(traffic(), null, ReplayOptions.DEFAULT));
    assertThat(text(page))
        .contains("12.0 % of 25 requests would have been denied.")
        .contains("2026-03-04 10:20:00 to 2026-03-04 10:49:00 UTC, 29 min")
        .contains("1 of 21 keys had a denial; the most-denied first.")
        .doesNotContain("had no denial", "users|user=")
        .contains("2026-03-04 10:20:02 – 10:20:04")
        .contains("3 in 2 s, from 2026-03-04 10:20:02")
        .contains("retries are not modelled")
        .contains("log<i>.json:26: ")
        .contains("2/1m · shadow mode".replace("2", "1"))
        .contains("limits: 2/1m");
    assertThat(all(page, "svg").stream().map(svg -> svg.getAttribute("aria-label")))
        .contains(
            "Requests per minute", "Denied requests per minute", "Would be denied per minute");
    assertThat(all(page, "title").stream().map(Element::getTextContent))
        .contains("2026-03-04 10:20: 5 requests, 3 denied (60.0 %), 4 in shadow");
  }

  @Test
  void report_ofManyDeniedKeys_showsTheirShares() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      lines.append(line("2026-03-04T10:20:" + (10 + i / 12) + "Z", "user-" + i % 12));
    }
    lines.append(line("2026-03-04T10:21:00Z", "other"));
    Document page = parsed(report(lines.toString(), null, ReplayOptions.DEFAULT));
    assertThat(text(page))
        .contains("1 of 13 keys had no denial.")
        .contains("50 to 75 %12")
        .contains("12 of 13 keys had a denial; the most-denied first.");
  }

  @Test
  void report_withOtherRules_comparesThem() throws Exception {
    Document page = parsed(report(traffic(), LOOSE, ReplayOptions.DEFAULT));
    assertThat(text(page))
        .contains("1 key would have more denials than under the other rules, and 0 keys fewer.")
        .contains("denied now, allowed before28.0 %")
        .contains("+2")
        .contains("The rules to compare with")
        .contains("limits: 4/1m");
  }

  @Test
  void keys_thatLookLikeMarkup_stayText() throws Exception {
    String html = report(traffic(), LOOSE, ReplayOptions.DEFAULT);
    Document page = parsed(html);
    assertThat(text(page)).contains("user=<script>alert('1')</script>\"><img src");
    assertThat(all(page, "script")).isEmpty();
    assertThat(all(page, "img")).isEmpty();
    assertThat(all(page, "i")).isEmpty();
    assertThat(html).doesNotContain("<script", "<img", "<b>broken");
  }

  @Test
  void report_loadsNothingAndRunsNothing() throws Exception {
    String html = report(traffic(), LOOSE, ReplayOptions.DEFAULT);
    NodeList elements = parsed(html).getElementsByTagName("*");
    for (int i = 0; i < elements.getLength(); i++) {
      Element element = (Element) elements.item(i);
      assertThat(element.getTagName()).isNotIn("script", "link", "iframe", "object", "image", "a");
      for (int j = 0; j < element.getAttributes().getLength(); j++) {
        String name = element.getAttributes().item(j).getNodeName();
        assertThat(name).doesNotStartWith("on").isNotIn("src", "href", "xlink:href", "style");
      }
    }
    assertThat(html).doesNotContain("://", "@import");
    Matcher sheet = Pattern.compile("(?s)<style>(.*?)</style>").matcher(html);
    assertThat(sheet.find()).isTrue();
    byte[] digest =
        MessageDigest.getInstance("SHA-256")
            .digest(sheet.group(1).getBytes(StandardCharsets.UTF_8));
    assertThat(html)
        .contains(
            "default-src &#39;none&#39;; style-src &#39;sha256-"
                + Base64.getEncoder().encodeToString(digest)
                + "&#39;\"");
  }

  @Test
  void keys_withMask_areMasked() throws Exception {
    String html = report(traffic(), LOOSE, new ReplayOptions(0, true, 10, 0));
    assertThat(text(parsed(html))).doesNotContain("alert(").contains("user=<s…");
  }

  @Test
  void report_withoutRequests_saysSo() throws Exception {
    Document page = parsed(report("", null, ReplayOptions.DEFAULT));
    assertThat(text(page)).contains("The log has no requests.").contains("limits: 2/1m");
  }

  @Test
  void figures_areReadable() {
    assertThat(ReportWording.share(0, 10)).isEqualTo("0 %");
    assertThat(ReportWording.share(1, 100_000)).isEqualTo("< 0.1 %");
    assertThat(ReportWording.share(99_999, 100_000)).isEqualTo("> 99.9 %");
    assertThat(ReportWording.share(5, 5)).isEqualTo("100.0 %");
    assertThat(ReportWording.per(60)).isEqualTo("minute");
    assertThat(ReportWording.per(600)).isEqualTo("10 min");
    assertThat(ReportWording.delay(Duration.ofMillis(1500))).isEqualTo("1,500 ms");
    assertThat(ReportWording.delay(Duration.ofSeconds(80))).isEqualTo("1 min 20 s");
    assertThat(CountAxis.of(0, 5)).isEqualTo(new CountAxis(1, 1));
    assertThat(CountAxis.of(7, 5)).isEqualTo(new CountAxis(2, 8));
    assertThat(CountAxis.of(2084, 5)).isEqualTo(new CountAxis(500, 2500));
    assertThat(CountAxis.of(Long.MAX_VALUE / 100, 5).top()).isPositive();
    assertThat(CountAxis.text(12_500)).isEqualTo("12.5 k");
    assertThat(CountAxis.text(3_000_000)).isEqualTo("3 M");
  }

  @Test
  void timeAxis_ofAnyLength_hasAFewRoundLabels() {
    Instant start = Instant.parse("2026-11-15T22:13:07Z");
    for (long seconds = 60; seconds < 400_000_000; seconds = seconds * 5 / 4) {
      List<TimeAxis.Label> labels = TimeAxis.labels(start, Duration.ofSeconds(seconds));
      assertThat(labels).as(seconds + " s").hasSizeBetween(1, 7);
      assertThat(labels).allMatch(label -> label.place() >= 0 && label.place() <= 1);
    }
  }
}
