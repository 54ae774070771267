package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestContextTest {
  private interface Setter {
    RequestContextBuilder set(RequestContextBuilder builder, String value);
  }

  @Test
  void build_ofAllFields_keepsThemNormalised() {
    RequestContext request = full();
    assertThat(request.user()).isEqualTo("u-42");
    assertThat(request.ip()).isEqualTo("203.0.113.9");
    assertThat(request.apiKey()).isEqualTo("ak_1");
    assertThat(request.endpoint()).isEqualTo("/api/v1/orders");
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.service()).isEqualTo("order-api");
    assertThat(request.tier()).isEqualTo("pro");
    assertThat(request.priority()).isEqualTo(Priority.HIGH);
    assertThat(request.cost()).isEqualTo(3);
    assertThat(request.attribute("region")).isEqualTo("eu");
    assertThat(request.attribute("Region")).isNull();
    assertThat(request.attributes()).isEqualTo(Map.of("region", "eu"));
    assertThat(request.header("x-TENANT")).isEqualTo("t1");
    assertThat(request.header("x-other")).isNull();
    assertThat(request.headers()).isEqualTo(Map.of("x-tenant", "t1"));
    assertThat(request.idempotencyKey()).isEqualTo("5f0c");
    assertThat(request.reserve()).isTrue();
  }

  @Test
  void build_ofNothing_knowsNothing() {
    RequestContext request = RequestContext.builder().build();
    assertThat(request.user()).isNull();
    assertThat(request.ip()).isNull();
    assertThat(request.apiKey()).isNull();
    assertThat(request.endpoint()).isNull();
    assertThat(request.method()).isNull();
    assertThat(request.service()).isNull();
    assertThat(request.tier()).isNull();
    assertThat(request.priority()).isEqualTo(Priority.NORMAL);
    assertThat(request.cost()).isEqualTo(RequestContext.UNSET);
    assertThat(request.attributes()).isEmpty();
    assertThat(request.headers()).isEmpty();
    assertThat(request.idempotencyKey()).isNull();
    assertThat(request.reserve()).isFalse();
  }

  @Test
  void build_ofNulls_isTheSameAsOfNothing() {
    RequestContextBuilder nulls = full().toBuilder().priority(null);
    setters().forEach(setter -> ((Setter) setter.get()[2]).set(nulls, null));
    nulls.attribute("region", null).header("X-Tenant", null).reserve(false);
    assertThat(nulls.build())
        .usingRecursiveComparison()
        .ignoringFields("cost")
        .isEqualTo(RequestContext.builder().build());
  }

  @Test
  void build_ofTextThatIsNormal_keepsTheInstances() {
    String endpoint = "/api/v1/orders";
    String method = "POST";
    String ip = "203.0.113.9";
    RequestContext request =
        RequestContext.builder().endpoint(endpoint).method(method).ip(ip).build();
    assertThat(request.endpoint()).isSameAs(endpoint);
    assertThat(request.method()).isSameAs(method);
    assertThat(request.ip()).isSameAs(ip);
  }

  @Test
  void ofUser_knowsTheUserAlone() {
    assertThat(RequestContext.ofUser("u-42").user()).isEqualTo("u-42");
    assertThatThrownBy(() -> RequestContext.ofUser("")).isInstanceOf(InvalidRequestException.class);
    assertThatNullPointerException().isThrownBy(() -> RequestContext.ofUser(null));
  }

  @Test
  void toBuilder_unchanged_buildsTheSameRequest() {
    assertThat(full().toBuilder().build()).usingRecursiveComparison().isEqualTo(full());
    RequestContext unset = RequestContext.ofUser("u");
    assertThat(unset.toBuilder().build()).usingRecursiveComparison().isEqualTo(unset);
    RequestContext exact = RequestContext.builder().ipv6Prefix(128).ip("2001:DB8::1").build();
    assertThat(exact.toBuilder().build().ip()).isEqualTo("2001:db8::1");
  }

  @Test
  void toBuilder_changed_leavesTheOriginalAlone() {
    RequestContext original = full();
    RequestContext changed =
        original.toBuilder().attribute("region", "us").header("x-Tenant", "t2").cost(0).build();
    assertThat(changed.attribute("region")).isEqualTo("us");
    assertThat(changed.header("X-Tenant")).isEqualTo("t2");
    assertThat(changed.cost()).isZero();
    assertThat(original).usingRecursiveComparison().isEqualTo(full());
  }

  @Test
  void builder_usedAgain_leavesTheBuiltRequestAlone() {
    RequestContextBuilder builder = RequestContext.builder().attribute("a", "1");
    RequestContext first = builder.build();
    builder.attribute("a", "2").attribute("b", "3");
    assertThat(first.attributes()).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void ip_ofIpv6_isReducedToItsPrefix() {
    RequestContextBuilder builder = RequestContext.builder().ip("2001:db8:1:2:3::4");
    assertThat(builder.build().ip()).isEqualTo("2001:db8:1:2::/64");
    assertThat(builder.ipv6Prefix(48).build().ip()).isEqualTo("2001:db8:1::/48");
    assertThatThrownBy(() -> builder.ipv6Prefix(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("setters")
  void build_ofEmptyText_isAnErrorNotAnAbsentField(String name, int max, Setter setter) {
    assertThat(problemsOf(setter.set(RequestContext.builder(), "")))
        .singleElement()
        .asString()
        .startsWith(name + ": ");
  }

  @ParameterizedTest
  @MethodSource("setters")
  void build_ofTooLongText_isAnError(String name, int max, Setter setter) {
    String longest = (name.equals("method") ? "A" : "/") + "a".repeat(max - 1);
    assertThat(problemsOf(setter.set(RequestContext.builder(), longest + "a")))
        .singleElement()
        .asString()
        .startsWith(name + ": ")
        .hasSizeLessThan(200);
    if (!name.equals("ip")) {
      setter.set(RequestContext.builder(), longest).build();
    }
  }

  @ParameterizedTest
  @MethodSource("setters")
  void build_ofUnprintableText_isAnErrorThatIsSafeToPrint(String name, int max, Setter setter) {
    for (String bad :
        List.of("a\nb", "\u0000", "a\u007f", "\u0085", "\ud83d", "\ude00", "\ud83dx")) {
      assertThat(problemsOf(setter.set(RequestContext.builder(), bad)))
          .singleElement()
          .asString()
          .startsWith(name + ": ")
          .matches("[ -~]*");
    }
  }

  @Test
  void build_ofTextBeyondAscii_isFine() {
    assertThat(RequestContext.ofUser("Zoë 😀 \u00a0").user()).isEqualTo("Zoë 😀 \u00a0");
  }

  @Test
  void build_ofAnEndpointThatGrowsTooLong_isAnError() {
    assertThat(problemsOf(RequestContext.builder().endpoint("/" + "€".repeat(1000))))
        .singleElement()
        .asString()
        .endsWith("(expected: at most 8192 characters)");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, RequestContext.MAX_COST + 1, Long.MAX_VALUE})
  void build_ofAnImpossibleCost_isAnError(long cost) {
    assertThat(problemsOf(RequestContext.builder().cost(cost)))
        .containsExactly("cost: " + cost + " (expected: 0 to 1000000000000000)");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, RequestContext.MAX_COST})
  void build_ofAPossibleCost_keepsIt(long cost) {
    assertThat(RequestContext.builder().cost(cost).build().cost()).isEqualTo(cost);
  }

  @Test
  void build_ofTooManyEntries_isAnError() {
    RequestContextBuilder builder = RequestContext.builder();
    for (int i = 0; i < 64; i++) {
      builder.attribute("a" + i, "v").header("h" + i, "v");
    }
    assertThat(builder.build().attributes()).hasSize(64);
    builder.attribute("one", "more").header("one", "more");
    assertThat(problemsOf(builder))
        .containsExactly(
            "attributes: 65 (expected: at most 64)", "headers: 65 (expected: at most 64)");
  }

  @Test
  void build_ofAnyProblems_reportsThemAllInOrder() {
    RequestContextBuilder builder =
        RequestContext.builder()
            .user("")
            .ip("localhost")
            .apiKey("se\ncret")
            .endpoint("/a%2fb")
            .method("PO\tST")
            .service("")
            .tier("\u202ex\u0007\"")
            .cost(-1)
            .attribute("", "v")
            .attribute("region", "")
            .attribute("session_token", "se\ncret")
            .header("X-Token", "se\ncret")
            .idempotencyKey("k".repeat(257));
    assertThat(problemsOf(builder))
        .containsExactly(
            "user: \"\" (expected: at least one character, or no such field)",
            "ip: \"localhost\" (expected: an IPv4 or IPv6 address)",
            "apiKey: <7 characters> (expected: no control character)",
            "endpoint: \"/a%2fb\" (expected: no encoded slash or backslash)",
            "method: \"PO\\u0009ST\" (expected: no control character)",
            "service: \"\" (expected: at least one character, or no such field)",
            "tier: \"\\u202ex\\u0007\\\"\" (expected: no control character)",
            "cost: -1 (expected: 0 to 1000000000000000)",
            "attribute name: \"\" (expected: at least one character, or no such field)",
            "attribute \"region\": \"\" (expected: at least one character, or no such field)",
            "attribute \"session_token\": <7 characters> (expected: no control character)",
            "header \"x-token\": <7 characters> (expected: no control character)",
            "idempotencyKey: \"" + "k".repeat(60) + "…\" (expected: at most 256 characters)");
    assertThatThrownBy(builder::build).hasMessageContaining("; ip: \"localhost\" (expected:");
  }

  @Test
  void priority_parse_readsItsOwnTextOnly() {
    for (Priority priority : Priority.values()) {
      assertThat(Priority.parse(priority.text())).isEqualTo(priority);
    }
    assertThatThrownBy(() -> Priority.parse("urgent"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("priority: \"urgent\" (expected: critical, high, normal or low)");
    assertThatThrownBy(() -> Priority.parse("")).isInstanceOf(InvalidRequestException.class);
  }

  private static Stream<Arguments> setters() {
    return Stream.of(
        setter("user", 1024, RequestContextBuilder::user),
        setter("ip", 1024, RequestContextBuilder::ip),
        setter("apiKey", 1024, RequestContextBuilder::apiKey),
        setter("endpoint", 8192, RequestContextBuilder::endpoint),
        setter("method", 1024, RequestContextBuilder::method),
        setter("service", 1024, RequestContextBuilder::service),
        setter("tier", 1024, RequestContextBuilder::tier),
        setter("idempotencyKey", 256, RequestContextBuilder::idempotencyKey),
        setter("attribute \"name\"", 1024, (builder, value) -> builder.attribute("name", value)),
        setter("attribute name", 1024, (builder, value) -> attributeNamed(builder, value)),
        setter("header \"name\"", 1024, (builder, value) -> builder.header("Name", value)),
        setter("header name", 1024, (builder, value) -> headerNamed(builder, value)));
  }

  private static Arguments setter(String name, int maxLength, Setter setter) {
    return Arguments.of(name, maxLength, setter);
  }

  private static RequestContextBuilder attributeNamed(RequestContextBuilder builder, String name) {
    return name == null ? builder : builder.attribute(name, "v");
  }

  private static RequestContextBuilder headerNamed(RequestContextBuilder builder, String name) {
    return name == null ? builder : builder.header(name, "v");
  }

  private static List<String> problemsOf(RequestContextBuilder builder) {
    return catchThrowableOfType(InvalidRequestException.class, builder::build).problems();
  }

  private static RequestContext full() {
    return RequestContext.builder()
        .user("u-42")
        .ip("::ffff:203.0.113.9")
        .apiKey("ak_1")
        .endpoint("/API/v1//orders/?page=2")
        .method("post")
        .service("order-api")
        .tier("pro")
        .priority(Priority.HIGH)
        .cost(3)
        .attribute("region", "eu")
        .header("X-Tenant", "t1")
        .idempotencyKey("5f0c")
        .reserve(true)
        .build();
  }
}
