package com.throttlex.benchmarks.filter;

import java.util.ArrayList;
import java.util.List;

/** The filter in front of the same application. */
enum Form {
  /** No filter. */
  WITHOUT("no filter", "throttlex.enabled=false"),
  /** The starter with its defaults and one rule. */
  THROTTLEX("ThrottleX, 5 headers"),
  /** The starter with the older headers only. */
  OLD_HEADERS("ThrottleX, 3 headers", "throttlex.headers=x-ratelimit"),
  /** {@link Bucket4jFilter}. */
  BUCKET4J("by hand on Bucket4j, 1 header", "throttlex.enabled=false"),
  /** No filter again: shows how much two processes of the same code differ. */
  AGAIN("no filter, once more", "throttlex.enabled=false");

  /** A limit for each address that is never reached. */
  static final int PER_SECOND = 1_000_000_000;

  private static final String RULE = "throttlex.rules.addresses.";

  private final String text;
  private final String setting;

  Form(String text) {
    this(text, "throttlex.enabled=true");
  }

  Form(String text, String setting) {
    this.text = text;
    this.setting = setting;
  }

  /** Returns the arguments of an application that listens on that port; on any free one for 0. */
  String[] arguments(int port) {
    List<String> settings =
        List.of(
            setting,
            RULE + "key=ip",
            RULE + "limits=" + PER_SECOND + "/1s",
            "server.address=127.0.0.1",
            "server.port=" + port,
            "server.tomcat.max-keep-alive-requests=-1", // connections are not measured
            ShopApplication.FORM + "=" + name());
    List<String> arguments = new ArrayList<>();
    settings.forEach(setting -> arguments.add("--" + setting));
    return arguments.toArray(new String[0]);
  }

  @Override
  public String toString() {
    return text;
  }
}
