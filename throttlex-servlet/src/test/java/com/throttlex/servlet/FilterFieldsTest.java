package com.throttlex.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The address, user, API key and other fields that the filter reads from a request. */
@ParameterizedClass
@EnumSource(Container.Kind.class)
@Timeout(120)
class FilterFieldsTest {
  @Parameter Container.Kind kind;
  @TempDir Path folder;

  private static RuleBuilder perIp(String limits) {
    return Rule.builder("r").key("ip").limits(limits);
  }

  private Site start(RuleBuilder... rules) throws Exception {
    Site site = new Site(rules);
    site.filter(new ThrottleXFilter(site.throttlex));
    return site.start(kind, folder);
  }

  @Test
  void address_thatAFilterGivesTheRequest_countsForNothing() throws Exception {
    Site site = new Site(perIp("1/1h"));
    site.filter(
        (request, response, chain) ->
            chain.doFilter(new Forwarded((HttpServletRequest) request), response));
    site.filter(new ThrottleXFilter(site.throttlex));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok", "X-Forwarded-For", "198.51.100.1").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-Forwarded-For", "198.51.100.2").statusCode()).isEqualTo(429);
    }
  }

  /** A request that a filter gives another address. */
  private static final class Forwarded extends HttpServletRequestWrapper {
    Forwarded(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getRemoteAddr() {
      return getHeader("X-Forwarded-For");
    }
  }

  @Test
  void user_withoutAName_isNobody() throws Exception {
    Site site = new Site(Rule.builder("r").key("ip").limits("9/1h"));
    site.filter(new LoginFilter()).filter(new ThrottleXFilter(site.throttlex));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok", "X-User", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void forwardedAddress_whenNobodyIsTrusted_countsForNothing() throws Exception {
    try (Site site = start(perIp("2/1h"))) {
      site.get("/ok", "X-Forwarded-For", "198.51.100.1");
      site.get("/ok", "X-Forwarded-For", "198.51.100.2");

      assertThat(site.get("/ok", "Forwarded", "for=198.51.100.3").statusCode()).isEqualTo(429);
    }
  }

  @Test
  void forwardedAddress_whenTheProxyIsTrusted_isTheLastThatIsNoProxy() throws Exception {
    Site site = new Site(perIp("1/1h"));
    site.filter(
        ThrottleXFilter.of(
            new FilterSettings(
                Admissions.atOnce(site.throttlex),
                new RequestReader(
                    TrustedProxies.of(List.of("127.0.0.0/8", "10.0.0.0/8"), 64),
                    64,
                    "X-API-Key",
                    null,
                    () -> site.throttlex.rules().countedHeaders()),
                RequestDescriber.PRINCIPAL,
                RateLimitHeaders.all(),
                site.clock)));
    try (site) {
      site.start(kind, folder);
      String spoofed = "X-Forwarded-For";
      assertThat(site.get("/ok", spoofed, "1.1.1.1, 198.51.100.1").statusCode()).isEqualTo(200);
      // Two lines of one header are one list.
      assertThat(
              site.get("/ok", spoofed, "2.2.2.2, 198.51.100.1", spoofed, "10.1.1.1").statusCode())
          .isEqualTo(429);
      assertThat(site.get("/ok", spoofed, "198.51.100.2").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void apiKey_hasItsOwnCounter_andASecondOneMakesNoOther() throws Exception {
    try (Site site = start(Rule.builder("r").key("api-key").limits("1/1h"))) {
      assertThat(site.get("/ok", "X-API-Key", "a").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "x-api-key", "a").statusCode()).isEqualTo(429);
      assertThat(site.get("/ok", "X-API-Key", "a", "X-API-Key", "z").statusCode()).isEqualTo(429);
      assertThat(site.get("/ok", "X-API-Key", "b").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void headerThatARuleCountsBy_hasItsOwnCounter() throws Exception {
    try (Site site = start(Rule.builder("r").key("header:X-Tenant").limits("1/1h"))) {
      assertThat(site.get("/ok", "X-Tenant", "a").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "x-tenant", "a").statusCode()).isEqualTo(429);
      assertThat(site.get("/ok", "X-Tenant", "b").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void principal_isTheUser() throws Exception {
    Site site = new Site(Rule.builder("r").key("user").limits("1/1h"));
    site.filter(new LoginFilter()).filter(new ThrottleXFilter(site.throttlex));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok", "X-User", "ada").statusCode()).isEqualTo(429);
      assertThat(site.get("/ok", "X-User", "bob").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void describer_addsWhatTheApplicationKnows() throws Exception {
    Site site = new Site(Rule.builder("r").key("attribute:plan").limits("5/1h"));
    FilterSettings simple = FilterSettings.simple(site.throttlex);
    site.filter(
        ThrottleXFilter.of(
            new FilterSettings(
                simple.admissions(),
                simple.reader(),
                simple
                    .describer()
                    .and(
                        (request, to) ->
                            to.attribute("plan", request.getParameter("plan")).cost(3)),
                simple.headers(),
                site.clock)));
    try (site) {
      site.start(kind, folder);
      assertThat(site.get("/ok?plan=small").statusCode()).isEqualTo(200);
      assertThat(site.get("/ok?plan=small").statusCode()).isEqualTo(429);
      assertThat(site.left("r|attribute:plan=small", 5)).isEqualTo(2);
    }
  }
}
