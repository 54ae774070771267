package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys contain digests of secrets, never the secrets. */
class SecretKeysTest {
  private static final String RAW = "ak_1";
  private static final String DIGEST = "sha256:1ec43aa57b577d047b9dde937f873ce5";

  private final Lab lab = Lab.of(orders());

  private static RuleBuilder orders() {
    return Rule.builder("orders").key("api-key").limits("3/1m");
  }

  private static RequestContextBuilder key(String apiKey) {
    return RequestContext.builder().apiKey(apiKey);
  }

  private CompiledRule rule() {
    return Objects.requireNonNull(lab.throttlex.rules().rule("orders"));
  }

  @Test
  void key_ofAnApiKey_hasItsDigestInEveryForm() {
    RequestContext request = key(RAW).build();
    KeyHash hash = new KeyHash();
    rule().hash(hash, request, null);
    Key parsed = rule().parse("orders|api-key=" + DIGEST);

    assertThat(rule().text(request, null)).isEqualTo("orders|api-key=" + DIGEST);
    assertThat(rule().subject(request, null)).isEqualTo(DIGEST);
    assertThat(parsed.hi()).isEqualTo(hash.hi());
    assertThat(parsed.lo()).isEqualTo(hash.lo());
  }

  @ParameterizedTest
  @CsvSource({
    "header:Authorization,  orders|header:authorization",
    "header:X-Auth-Token,   orders|header:x-auth-token",
    "attribute:api_key,     orders|attribute:api_key",
    "attribute:Cookie,      orders|attribute:Cookie",
  })
  void key_ofAPartWhoseNameIsSecret_hasItsDigest(String part, String printed) {
    Lab named = Lab.of(Rule.builder("orders").key(part).limits("3/1m"));
    String name = part.substring(part.indexOf(':') + 1);
    RequestContextBuilder request =
        part.startsWith("header")
            ? RequestContext.builder().header(name, RAW)
            : RequestContext.builder().attribute(name, RAW);

    named.check(request);

    assertThat(named.throttlex.explain(request.build()).rules().get(0).key())
        .isEqualTo(printed + "=" + DIGEST);
    assertThat(named.throttlex.inspect(printed + "=" + DIGEST)).hasSize(1);
  }

  @Test
  void client_thatSendsADigestAsItsApiKey_hasACounterOfItsOwn() {
    lab.check(key(RAW));
    lab.check(key(RAW));

    assertThat(lab.check(key(DIGEST)).remaining()).isEqualTo(2);
    assertThat(lab.check(key(RAW)).remaining()).isZero();
    assertThat(rule().text(key(DIGEST).build(), null))
        .isEqualTo("orders|api-key=" + SecretValue.digest(DIGEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {RAW, DIGEST})
  void counter_isFoundByTheKeyInPrintAndByTheKeyInClear(String value) {
    lab.check(key(RAW));
    String key = "orders|api-key=" + value;

    assertThat(lab.throttlex.canonicalKey(key)).isEqualTo("orders|api-key=" + DIGEST);
    assertThat(lab.throttlex.inspect(key)).hasSize(1);
    assertThat(lab.throttlex.reset(key)).isTrue();
    assertThat(lab.throttlex.inspect("orders|api-key=" + DIGEST)).isEmpty();
  }

  @Test
  void anonymousValue_ofASecretPart_isNoDigest() {
    Lab byDefault = Lab.of(new Fallback.Default(orders().build()));
    byDefault.check(RequestContext.builder());

    assertThat(byDefault.throttlex.inspect("orders|api-key")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders|ak_1", "orders|api-key=ak_1|x", "orders|api-key=ak_1%zz"})
  void malformedKey_ofASecretPart_isNotShown(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.inspect(key))
        .withMessageStartingWith("key: ")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain(RAW));
  }
}
