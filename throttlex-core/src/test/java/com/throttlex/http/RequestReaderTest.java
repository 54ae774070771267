package com.throttlex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RequestReaderTest {
  private static final RuleBook BY_TENANT =
      RuleBook.of(Rule.builder("r").key("header:X-Tenant", "ip").limits("5/1m").build());

  private static RequestContext read(RequestReader reader, String peer, String... headers) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < headers.length; i += 2) {
      all.put(headers[i], headers[i + 1]);
    }
    return reader.read(peer, "get", "/a//b/", all::get).build();
  }

  private static RequestReader behindProxy() {
    return new RequestReader(
        TrustedProxies.of(List.of("10.0.0.0/8"), 64),
        64,
        "X-Key",
        "shop",
        () -> BY_TENANT.countedHeaders());
  }

  @Test
  void simpleReader_takesThePeerAndTheNormalPath() {
    RequestContext request =
        read(RequestReader.simple(() -> RuleBook.EMPTY), "192.0.2.1", "X-API-Key", "k");

    assertThat(request.ip()).isEqualTo("192.0.2.1");
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.endpoint()).isEqualTo("/a/b");
    assertThat(request.apiKey()).isEqualTo("k");
    assertThat(request.user()).isNull();
    assertThat(request.service()).isNull();
  }

  @Test
  void simpleReader_believesNobody() {
    RequestContext request =
        read(
            RequestReader.simple(() -> RuleBook.EMPTY),
            "192.0.2.1",
            "X-Forwarded-For",
            "198.51.100.7",
            "Forwarded",
            "for=198.51.100.7");

    assertThat(request.ip()).isEqualTo("192.0.2.1");
  }

  @Test
  void readerBehindAProxy_takesTheClientThatTheProxyNames() {
    assertThat(read(behindProxy(), "10.0.0.1", "X-Forwarded-For", "1.1.1.1, 198.51.100.7").ip())
        .isEqualTo("198.51.100.7");
    assertThat(read(behindProxy(), "10.0.0.1", "Forwarded", "for=198.51.100.8").ip())
        .isEqualTo("198.51.100.8");
    assertThat(read(behindProxy(), "192.0.2.1", "X-Forwarded-For", "198.51.100.7").ip())
        .isEqualTo("192.0.2.1");
  }

  @Test
  void reader_takesItsOwnKeyHeaderAndServiceAndTheHeadersThatRulesCountBy() {
    RequestContext request =
        read(behindProxy(), "192.0.2.1", "x-key", "k", "x-tenant", "acme", "X-Other", "o");

    assertThat(request.apiKey()).isEqualTo("k");
    assertThat(request.service()).isEqualTo("shop");
    assertThat(request.headers()).containsExactly(Map.entry("x-tenant", "acme"));
  }

  @Test
  void reader_whenRulesChange_takesTheHeadersOfTheNewOnes() {
    AtomicReference<RuleBook> rules = new AtomicReference<>(RuleBook.EMPTY);
    RequestReader reader = RequestReader.simple(rules::get);
    assertThat(read(reader, "192.0.2.1", "x-tenant", "acme").headers()).isEmpty();

    rules.set(BY_TENANT);

    assertThat(read(reader, "192.0.2.1", "x-tenant", "acme").header("X-Tenant")).isEqualTo("acme");
  }

  @Test
  void reader_whenTheKeyHeaderIsEmpty_knowsNoKey() {
    RequestContext request =
        read(RequestReader.simple(() -> RuleBook.EMPTY), "192.0.2.1", "X-API-Key", "");

    assertThat(request.apiKey()).isNull();
  }

  @Test
  void blanksAroundAValue_areNotPartOfIt() {
    RequestContext request =
        read(behindProxy(), "192.0.2.1", "X-Key", " \tk 1\t ", "X-Tenant", "  acme");

    assertThat(request.apiKey()).isEqualTo("k 1");
    assertThat(request.header("X-Tenant")).isEqualTo("acme");
    assertThat(read(behindProxy(), "192.0.2.1", "X-Key", " ").apiKey()).isNull();
  }

  @Test
  void reader_whenACountedHeaderIsEmpty_knowsNone() {
    assertThat(read(behindProxy(), "192.0.2.1", "X-Tenant", "").headers()).isEmpty();
  }

  @Test
  void reader_reducesIpv6ClientsToTheirPrefix() {
    assertThat(read(behindProxy(), "2001:db8:0:0:7::1").ip())
        .isEqualTo(read(behindProxy(), "2001:db8:0:0:8::2").ip());
  }

  @Test
  void reader_whenThePeerIsNoAddress_refuses() {
    assertThatThrownBy(() -> read(behindProxy(), "localhost"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("peer");
  }

  @Test
  void onlyTheForwardingHeaders_areLists() {
    assertThat(RequestReader.isList("Forwarded")).isTrue();
    assertThat(RequestReader.isList("X-Forwarded-For")).isTrue();
    assertThat(RequestReader.isList("X-API-Key")).isFalse();
  }
}
