package com.throttlex.rule;

import static com.throttlex.rule.MatchingTest.matched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.key.KeyHash;
import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for users, addresses and API keys, and values that are shown as digests. */
class SubjectMatchingTest {
  private static Match only(Set<String> users, Set<String> ips, Set<String> apiKeys) {
    Set<String> shop = Set.of("shop");
    return new Match(null, Set.of(), shop, Map.of(), Set.of(), Set.of(), users, ips, apiKeys);
  }

  private static Rule counted(String id, Match match) {
    return Rule.builder(id).key("global").limits("5/1m").match(match).build();
  }

  @Test
  void match_amongTenThousandUsersAddressesAndApiKeys_findsTheRules() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      Set<String> ips = Set.of(ip(i));
      Match match =
          i % 3 == 0
              ? only(Set.of("u" + i), Set.of(), Set.of())
              : i % 3 == 1
                  ? only(Set.of(), ips, Set.of())
                  : only(Set.of(), Set.of(), Set.of("k" + i));
      rules.add(counted("r" + i, match));
    }
    RuleBook book = RuleBook.of(List.of(), Fallback.ALLOW, rules);

    for (int i = 0; i + 2 < 10_000; i += 3) {
      RequestContextBuilder request =
          RequestContext.builder().user("u" + i).ip(ip(i + 1)).apiKey("k" + (i + 2));
      assertThat(matched(book, request.service("shop").build()))
          .containsExactly("r" + i, "r" + (i + 1), "r" + (i + 2));
      assertThat(matched(book, request.service("mail").build())).isEmpty();
    }
  }

  /** Half of them IPv4, half IPv6. */
  private static String ip(int i) {
    return i % 2 == 0 ? "10.0." + i / 100 + "." + i % 100 : "2001:db8:" + i + "::1";
  }

  /** Asking each in turn would take about a thousand times as long. */
  @Test
  void match_amongTenThousandUserRules_doesNotScanAllRules() {
    assertThat(nanosToMatch(10_000)).isLessThan(30 * nanosToMatch(10));
  }

  private static long nanosToMatch(int count) {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rules.add(counted("r" + i, only(Set.of("u" + i), Set.of(), Set.of())));
    }
    RuleBook book = RuleBook.of(List.of(), Fallback.ALLOW, rules);
    RequestContext request = RequestContext.builder().service("shop").user("u7").build();
    Matching matching = new Matching();
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 20; round++) {
      long start = System.nanoTime();
      for (int i = 0; i < 500; i++) {
        book.match(request, matching);
      }
      best = Math.min(best, System.nanoTime() - start);
      assertThat(matching.size()).isOne();
    }
    return best;
  }

  @Test
  void keyOfASubject_saysHowTheRequestMatched() {
    SubjectNames names = SubjectNames.of(Set.of("n", "2001:DB8::9", "192.0.2.1"));
    Rule rule =
        Rule.builder("r").key("subject").limits("5/1m").match(Match.ALL.with(names)).build();
    CompiledRule compiled = RuleBook.of(List.of(), Fallback.ALLOW, List.of(rule)).all().get(0);
    RequestContextBuilder all = RequestContext.builder().user("n").ip("192.0.2.1").apiKey("n");
    RequestContext byKey = RequestContext.builder().apiKey("n").build();
    RequestContext network = RequestContext.builder().ip("2001:db8::8").build();
    String digest = SecretValue.digest("n");

    assertThat(compiled.text(all.build())).isEqualTo("r|subject=user:n");
    assertThat(compiled.text(all.user("m").build())).isEqualTo("r|subject=ip:192.0.2.1");
    assertThat(compiled.text(network)).isEqualTo("r|subject=ip:2001:db8::9");
    assertThat(compiled.text(byKey)).isEqualTo("r|subject=api-key:" + digest);
    assertThat(compiled.subject(byKey, null)).isEqualTo(digest);
    assertThat(compiled.subject(RequestContext.ofUser("n"), null)).isEqualTo("n");
    assertThat(compiled.parse("r|subject=api-key:n").text()).isEqualTo(compiled.text(byKey));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> compiled.parse("r|subject=api-key:n|x"))
        .withMessageContaining("\"r|…\"");
  }

  @Test
  void keyOfASubject_parsed_isThatOfTheRequest() {
    Match match = Match.ALL.with(SubjectNames.of(Set.of("n")));
    Rule rule = Rule.builder("r").key("subject").limits("5/1m").match(match).build();
    CompiledRule compiled = RuleBook.of(List.of(), Fallback.ALLOW, List.of(rule)).all().get(0);
    KeyHash user = new KeyHash();
    KeyHash apiKey = new KeyHash();

    compiled.hash(user, RequestContext.ofUser("n"), null);
    compiled.hash(apiKey, RequestContext.builder().apiKey("n").build(), null);

    assertThat(compiled.parse("r|subject=user:n").hi()).isEqualTo(user.hi());
    assertThat(compiled.parse("r|subject=api-key:n").hi())
        .isEqualTo(apiKey.hi())
        .isNotEqualTo(user.hi());
  }

  @Test
  void addressOfARule_isNormalizedLikeThatOfARequest() {
    Set<String> written = Set.of("2001:0DB8:0::9", "::ffff:192.0.2.1");
    Match match = only(Set.of(), written, Set.of());

    assertThat(match.ips()).containsExactlyInAnyOrder("2001:db8::9", "192.0.2.1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> only(Set.of(), Set.of("192.0.2"), Set.of()))
        .withMessage("ip: \"192.0.2\" (expected: an IPv4 or IPv6 address)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 32, 48, 56, 64, 65, 127, 128})
  void ipv6Address_ofARule_isMatchedWhateverPrefixRequestsHave(int prefix) {
    assertThat(isFrom("2001:db8:1:2::9", "2001:db8:1:2::9", prefix)).isTrue();
    assertThat(isFrom("2001:db8:1:2::9", "2001:db8:1:2::8", prefix)).isEqualTo(prefix < 128);
    assertThat(isFrom("2001:db8:1:2::9", "2001:db8:1:2:8000::", prefix)).isEqualTo(prefix <= 64);
    assertThat(isFrom("2001:db8:1:2::9", "2001:db8:1:302::9", prefix)).isEqualTo(prefix <= 48);
    assertThat(isFrom("2001:db8:1:2::9", "4001:db8:1:2::9", prefix)).isEqualTo(prefix == 1);
    assertThat(isFrom("2001:db8:1:2::9", "192.0.2.1", prefix)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 48, 56, 64, 128})
  void ipv6Network_ofARule_matchesTheAddressesInIt(int prefix) {
    assertThat(isFrom("2001:db8:1::/48", "2001:db8:1:302::9", prefix)).isTrue();
    assertThat(isFrom("2001:db8:1::/48", "2001:db8:2:302::9", prefix)).isEqualTo(prefix == 32);
    assertThat(isFrom("2001:db8:1:300::/56", "2001:db8:1:302::9", prefix)).isTrue();
    assertThat(isFrom("2001:db8:1:2::/64", "2001:db8:1:302::9", prefix)).isEqualTo(prefix <= 48);
  }

  @ParameterizedTest
  @ValueSource(ints = {48, 56, 64, 128})
  void ipv4Address_ofARule_matchesItselfAndItsMappedForm(int prefix) {
    for (String rule : List.of("192.0.2.1", "::ffff:192.0.2.1", "::FFFF:c000:201")) {
      assertThat(isFrom(rule, "192.0.2.1", prefix)).isTrue();
      assertThat(isFrom(rule, "::ffff:192.0.2.1", prefix)).isTrue();
      assertThat(isFrom(rule, "192.0.2.2", prefix)).isFalse();
      assertThat(isFrom(rule, "::192.0.2.1", prefix)).isFalse();
    }
  }

  /** Returns whether a rule for an address, alone and with others, matches a client's address. */
  private static boolean isFrom(String rule, String client, int prefix) {
    RequestContext request =
        RequestContext.builder().service("shop").ip(client).ipv6Prefix(prefix).build();
    RuleBook one = RuleBook.of(counted("r", only(Set.of(), Set.of(rule), Set.of())));
    RuleBook two = RuleBook.of(counted("r", only(Set.of(), Set.of("203.0.113.7", rule), Set.of())));
    boolean found = matched(one, request).contains("r");
    assertThat(matched(two, request).contains("r")).as("among others").isEqualTo(found);
    return found;
  }

  @Test
  void ruleText_hasDigestsOfApiKeys() {
    Rule rule = counted("r", only(Set.of("u"), Set.of(), Set.of("secret")));

    assertThat(rule.toString())
        .contains("users=[u]", "apiKeys=[" + SecretValue.digest("secret") + "]")
        .doesNotContain("secret");
  }

  @Test
  void match_ofAnApiKeyInClearOrAsDigest_isTheSame() {
    String digest = SecretValue.digest("ak_1");
    Match match = only(Set.of(), Set.of(), Set.of("ak_1"));

    assertThat(match.apiKeys()).containsExactly(digest);
    assertThat(only(Set.of(), Set.of(), Set.of(digest))).isEqualTo(match);
    assertThat(only(Set.of(), Set.of(), Set.of("ak_1", digest))).isEqualTo(match);
  }

  @Test
  void match_ofADigest_isMetByItsApiKeyAndNotByTheDigestItself() {
    String digest = SecretValue.digest("ak_1");
    RuleBook book = RuleBook.of(counted("r", only(Set.of(), Set.of(), Set.of(digest))));
    RequestContextBuilder request = RequestContext.builder().service("shop");

    assertThat(matched(book, request.apiKey("ak_1").build())).containsExactly("r");
    assertThat(matched(book, request.apiKey(digest).build())).isEmpty();
  }

  @Test
  void match_ofAnAttributeWithASecretName_isMetByItsValueInClear() {
    Match match =
        new Match(null, Set.of(), Set.of(), Map.of("api_key", "ak_1"), Set.of(), Set.of());
    RuleBook book = RuleBook.of(counted("r", match));
    RequestContext request = RequestContext.builder().attribute("api_key", "ak_1").build();

    assertThat(matched(book, request)).containsExactly("r");
    assertThat(book.rules().get(0).match().attributes()).containsEntry("api_key", "ak_1");
  }

  @Test
  void reason_namesUserAndAddressAndDigestsOfApiKeys() {
    RequestContext request =
        RequestContext.builder().service("shop").user("u").ip("::1").apiKey("mine").build();

    assertThat(why(only(Set.of("v"), Set.of(), Set.of()), request))
        .isEqualTo("users: u (expected: [v])");
    assertThat(why(only(Set.of(), Set.of("192.0.2.1"), Set.of()), request))
        .isEqualTo("ips: ::/64 (expected: [192.0.2.1])");
    assertThat(why(only(Set.of(), Set.of(), Set.of("secret")), request))
        .isEqualTo(
            "api-keys: sha256:3fd30542fe3f61b14bd4a4b2dc0b6fb3"
                + " (expected: [sha256:2bb80d537b1da3e38bd30361aa855686])");
    assertThat(
            why(
                only(Set.of(), Set.of(), Set.of("secret")),
                request.toBuilder().apiKey(null).build()))
        .isEqualTo("api-keys: null (expected: [sha256:2bb80d537b1da3e38bd30361aa855686])");
  }

  @Test
  void reason_hasDigestsOfAttributesWithSecretNames() {
    Map<String, String> wanted = Map.of("api_key", "secret");
    Match match = new Match(null, Set.of(), Set.of(), wanted, Set.of(), Set.of());

    assertThat(why(match, RequestContext.builder().attribute("api_key", "mine").build()))
        .isEqualTo(
            "attributes: {api_key=sha256:3fd30542fe3f61b14bd4a4b2dc0b6fb3}"
                + " (expected: {api_key=sha256:2bb80d537b1da3e38bd30361aa855686})");
  }

  private static String why(Match match, RequestContext request) {
    return RuleBook.of(counted("r", match)).reasons(request, 1).get(0).why();
  }
}
