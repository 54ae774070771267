package com.throttlex.server.envoy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Descriptors as rules see them. */
class DescriptorContextTest {
  private static RequestContext read(String... entries) {
    return new DescriptorContext(64).of("edge", EnvoyLab.entries(entries).build(), 1, false, false);
  }

  @Test
  void context_hasTheDomainAsServiceAndEntriesAsAttributes() {
    RequestContext request = read("a", "1", "b", "");
    assertThat(request.service()).isEqualTo("edge");
    assertThat(request.attributes()).isEqualTo(Map.of("a", "1", "b", "-", "descriptor", "a/b"));
    assertThat(request.passesUnruled()).isTrue();
  }

  @Test
  void descriptorAttribute_ofSpecialCharacters_escapesTheKeys() {
    assertThat(read("a/b", "1", "c%", "2").attribute("descriptor")).isEqualTo("a%2Fb/c%25");
    assertThat(read("%2F", "1").attribute("descriptor")).isEqualTo("%252F");
  }

  @Test
  void repeatedKeys_areNumbered() {
    assertThat(read("a", "1", "a", "2", "a", "3").attributes())
        .isEqualTo(Map.of("a", "1", "a#2", "2", "a#3", "3", "descriptor", "a/a/a"));
  }

  @Test
  void entries_whenNamesCollide_areAllKept() {
    assertThat(read("a", "1", "a#2", "2", "a", "3").attributes())
        .isEqualTo(Map.of("a", "1", "a#2", "2", "a#3", "3", "descriptor", "a/a#2/a"));
    assertThat(read("descriptor", "1").attributes())
        .isEqualTo(Map.of("descriptor#2", "1", "descriptor", "descriptor"));
  }

  @Test
  void wellKnownEntries_fillTheFieldsOfTheRequest() {
    RequestContext request =
        read(
            "remote_address",
            "2001:DB8::1",
            "user_id",
            "u",
            "api_key",
            "k",
            "path",
            "/A/../b?q",
            ":method",
            "get");
    assertThat(request.ip()).isEqualTo("2001:db8::/64");
    assertThat(request.user()).isEqualTo("u");
    assertThat(request.apiKey()).isEqualTo("k");
    assertThat(request.endpoint()).isEqualTo("/b");
    assertThat(request.method()).isEqualTo("GET");
    assertThat(request.attribute("path")).isEqualTo("/A/../b?q");
    assertThat(read("user", "v", "method", "post").user()).isEqualTo("v");
  }

  @Test
  void wellKnownEntries_malformed_areLeftOut() {
    RequestContext request =
        read("remote_address", "10.0.0.0/8", "path", "/a/%2e%2e/../..", "user", "");
    assertThat(request.ip()).isNull();
    assertThat(request.endpoint()).isNull();
    assertThat(request.user()).isNull();
    assertThat(read("path", "relative").endpoint()).isNull();
    assertThat(read("path", "/a".repeat(300)).endpoint()).isNull();
  }
}
