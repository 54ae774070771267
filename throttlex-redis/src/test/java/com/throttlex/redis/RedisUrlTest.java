package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisUrlTest {
  private static String print(RedisURI uri) {
    var credentials = uri.getCredentialsProvider().resolveCredentials().block();
    String user = credentials == null ? null : credentials.getUsername();
    char[] password = credentials == null ? null : credentials.getPassword();
    return (uri.isSsl() ? "tls " : "")
        + (user == null ? "" : user + " ")
        + (password == null ? "" : new String(password) + " ")
        + uri.getHost()
        + " "
        + uri.getPort();
  }

  private static List<String> parsed(String url) {
    return RedisUrl.parse(url).uris().stream().map(RedisUrlTest::print).toList();
  }

  @Test
  void url_ofOneServer_keepsUserPasswordAndTls() {
    assertThat(parsed("redis://localhost")).containsExactly("localhost 6379");
    assertThat(parsed("redis://:secret@localhost:7000")).containsExactly("secret localhost 7000");
    assertThat(parsed("redis://tom:p%40ss@localhost:7000"))
        .containsExactly("tom p@ss localhost 7000");
    assertThat(parsed("rediss://tom:pass@redis.example:7000"))
        .containsExactly("tls tom pass redis.example 7000");
    assertThat(parsed("redis://[::1]:7000")).containsExactly("[::1] 7000");
    assertThat(RedisUrl.parse("redis://localhost").cluster()).isFalse();
  }

  @Test
  void url_ofACluster_givesEveryNodeTheUserInfo() {
    RedisUrl url = RedisUrl.parse("redis-cluster://tom:pass@a:1,b:2,[::1]:3?timeout=20ms");
    assertThat(url.cluster()).isTrue();
    assertThat(url.timeout()).isEqualTo(Duration.ofMillis(20));
    assertThat(url.uris().stream().map(RedisUrlTest::print))
        .containsExactly("tom pass a 1", "tom pass b 2", "tom pass [::1] 3");
    assertThat(parsed("rediss-cluster://a:1,b")).containsExactly("tls a 1", "tls b 6379");
  }

  @Test
  void url_ofSentinels_namesTheMaster() {
    RedisURI uri = RedisUrl.parse("redis-sentinel://tom:pass@a:1,b:2/0#main").uris().get(0);
    assertThat(uri.getSentinelMasterId()).isEqualTo("main");
    assertThat(uri.getSentinels()).map(RedisUrlTest::print).containsExactly("a 1", "b 2");
    assertThat(print(uri)).startsWith("tom pass ");
  }

  @Test
  void url_ofSentinelsWithTls_isTlsToThemAndToTheMaster() {
    RedisURI uri = RedisUrl.parse("rediss-sentinel://:pass@a:1,b/0#main").uris().get(0);
    assertThat(print(uri)).startsWith("tls pass ");
    assertThat(uri.getSentinels())
        .map(RedisUrlTest::print)
        .containsExactly("tls a 1", "tls b 26379");
  }

  @Test
  void timeout_unlessTheUrlSaysOtherwise_isShort() {
    assertThat(RedisUrl.parse("redis://localhost").timeout()).isEqualTo(Duration.ofMillis(50));
    assertThat(RedisUrl.parse("redis://localhost?timeout=2s").timeout())
        .isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void url_whenWrong_isRefusedWithoutRepeatingThePassword() {
    for (String url :
        List.of("http://tom:secret@a", "redis-cluster://", "redis:secret", "redis-cluster://a:x")) {
      assertThatThrownBy(() -> RedisUrl.parse(url))
          .as(url)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected: redis://")
          .hasMessageNotContaining("secret");
    }
  }
}
