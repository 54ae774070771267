package com.throttlex.replay.suggest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Describes the results of a survey of traffic. */
final class SurveyWords {
  private static final int FEWEST_REQUESTS = 100;
  private static final Duration SHORTEST = Duration.ofSeconds(10);

  /** A client with more than this share of the requests is probably not one client. */
  private static final double DOMINANT = 0.5;

  private static final double MANY_NOT_FOUND = 0.1;

  private final TrafficSurvey survey;

  SurveyWords(TrafficSurvey survey) {
    this.survey = survey;
  }

  /** Returns why no limit can be suggested; empty if some can. */
  List<String> reasons() {
    List<String> reasons = new ArrayList<>();
    if (survey.requests() < FEWEST_REQUESTS) {
      reasons.add(
          "Too few requests: "
              + number(survey.requests())
              + " (expected: at least "
              + FEWEST_REQUESTS
              + ").");
    }
    if (survey.requests() > 0 && survey.length().compareTo(SHORTEST) < 0) {
      reasons.add(
          "Too short: all requests are within "
              + time(survey.length())
              + " (expected: at least "
              + time(SHORTEST)
              + "; better some days).");
    }
    if (survey.requests() > 0 && survey.identifying().isEmpty()) {
      reasons.add(
          "Too few clients: neither user, API key nor address has "
              + TrafficSurvey.FEWEST_CLIENTS
              + " different values. If all requests come through a proxy, log the address of the client;"
              + " if users are in another field, name it with --map.");
    }
    return reasons;
  }

  /** Returns one line for each part that identifies clients, the best first; then the others. */
  List<String> clients() {
    List<String> lines = new ArrayList<>();
    List<ClientPart> identifying = survey.identifying();
    for (ClientPart part : identifying) {
      lines.add(line(part) + (part == identifying.get(0) ? "; splits the requests best" : ""));
    }
    for (ClientPart part : ClientPart.values()) {
      if (!identifying.contains(part)) {
        lines.add(line(part) + (survey.clients(part).present() == 0 ? "" : "; too few, not used"));
      }
    }
    return lines;
  }

  private String line(ClientPart part) {
    ClientCensus census = survey.clients(part);
    if (census.present() == 0) {
      return part.text() + ": not in the log";
    }
    return String.format(
        Locale.ROOT,
        "%s: in %s of the requests, %s different, the busiest has %s",
        part.text(),
        percent(census.present(), survey.requests()),
        number(census.distinct()),
        percent(census.busiest(), census.present()));
  }

  /** Returns warnings: oddities of the log, and limits that it is too short for. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    for (ClientPart part : survey.identifying()) {
      ClientCensus census = survey.clients(part);
      if (census.busiest() > DOMINANT * census.present()) {
        remarks.add(
            "One "
                + part.noun(1)
                + " has "
                + percent(census.busiest(), census.present())
                + " of the requests. If it is a proxy, log the address of the client behind it.");
      }
    }
    if (survey.notFound() > MANY_NOT_FOUND * survey.requests()) {
      remarks.add(
          percent(survey.notFound(), survey.requests())
              + " of the requests are for paths that do not exist (404 and similar), as scanners"
              + " make them. They count for rules of all requests, but are no endpoints.");
    }
    if (survey.late() > 0) {
      remarks.add(
          number(survey.late())
              + " of the requests are late, at most "
              + time(survey.mostLate().plusSeconds(1))
              + " behind earlier ones. They count at the time of those, so rates look higher. Sort"
              + " them with a longer --out-of-order.");
    }
    for (RateWindow window : List.of(RateWindow.MINUTE, RateWindow.HOUR, RateWindow.DAY)) {
      Duration least = window.length().multipliedBy(RateWindow.LEAST);
      if (survey.requests() > 0 && survey.length().compareTo(least) < 0) {
        remarks.add(
            "The log covers "
                + time(survey.length())
                + ", too short for limits per "
                + window.noun()
                + " (expected: at least "
                + time(least)
                + ").");
        break;
      }
    }
    return remarks;
  }

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns a share in per cent, with enough digits to see small ones. */
  static String percent(long part, long all) {
    return percent(all == 0 ? 0 : (double) part / all);
  }

  /** Returns a share in per cent. */
  static String percent(double share) {
    double percent = 100 * share;
    BigDecimal rounded = BigDecimal.valueOf(percent).round(new MathContext(percent < 99.5 ? 2 : 3));
    return (percent == 0 ? "0" : rounded.stripTrailingZeros().toPlainString()) + " %";
  }

  /** Returns a length of time in the largest units. */
  static String time(Duration time) {
    if (time.toDays() >= 3) {
      return time.toDays() + " d";
    } else if (time.toHours() >= 3) {
      return time.toHours() + " h";
    } else if (time.toMinutes() >= 3) {
      return time.toMinutes() + " min";
    }
    return time.toSeconds() + " s";
  }
}
