package com.throttlex.spring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.redis.RedisStoreProvider;
import com.throttlex.spring.InvalidThrottleXException;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration.LettuceClientConfigurationBuilder;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

class LettuceUrlTest {
  private static final String ODD = "p@:/?#%+ ä";

  private static String url(RedisConfiguration to) {
    return url(to, LettuceClientConfiguration.builder());
  }

  private static String url(RedisConfiguration to, LettuceClientConfigurationBuilder client) {
    String url = LettuceUrl.of(new LettuceConnectionFactory(to, client.build()), false);
    new RedisStoreProvider().requireUrl(url);
    return url;
  }

  @Test
  void oneServer_withoutMore_isItsHostAndPort() {
    assertThat(url(new RedisStandaloneConfiguration("db1", 6380))).isEqualTo("redis://db1:6380/0");
    assertThat(url(new RedisStandaloneConfiguration("::1", 6380)))
        .isEqualTo("redis://[::1]:6380/0");
  }

  @Test
  void oneServer_ofEachConstructor_isTheSame() {
    RedisStandaloneConfiguration to = new RedisStandaloneConfiguration("db1", 1);
    assertThat(LettuceUrl.of(new LettuceConnectionFactory(to), false)).isEqualTo("redis://db1:1/0");
    assertThat(LettuceUrl.of(new LettuceConnectionFactory("db1", 1), false))
        .isEqualTo("redis://db1:1/0");
  }

  @Test
  void oneServer_withOddCredentials_isReadByLettuceAsTheSame() {
    RedisStandaloneConfiguration to = new RedisStandaloneConfiguration("db1", 6380);
    to.setUsername("me@home");
    to.setPassword(ODD);
    to.setDatabase(3);
    RedisURI uri = RedisURI.create(url(to, LettuceClientConfiguration.builder().useSsl().and()));
    assertThat(uri.getHost()).isEqualTo("db1");
    assertThat(uri.getPort()).isEqualTo(6380);
    assertThat(uri.getDatabase()).isEqualTo(3);
    assertThat(uri.isSsl()).isTrue();
    assertThat(uri.getVerifyMode()).isEqualTo(SslVerifyMode.FULL);
    assertCredentials(uri, "me@home");
  }

  private static void assertCredentials(RedisURI uri, String name) {
    RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
    assertThat(credentials.getUsername()).isEqualTo(name);
    assertThat(credentials.getPassword()).isEqualTo(ODD.toCharArray());
  }

  @Test
  void tls_withoutLookingAtNames_staysSo() {
    String url =
        url(
            new RedisStandaloneConfiguration("db1", 1),
            LettuceClientConfiguration.builder().useSsl().verifyPeer(SslVerifyMode.CA).and());
    assertThat(RedisURI.create(url).getVerifyMode()).isEqualTo(SslVerifyMode.CA);
  }

  @Test
  void sentinels_areReadByLettuceAsTheSame() {
    RedisSentinelConfiguration to = new RedisSentinelConfiguration().master("the master");
    to.sentinel("s1", 1).sentinel("s2", 2);
    to.setPassword(ODD);
    to.setDatabase(2);
    RedisURI uri = RedisURI.create(url(to));
    assertThat(uri.getSentinels()).extracting(RedisURI::getHost).containsExactly("s1", "s2");
    assertThat(uri.getSentinels()).extracting(RedisURI::getPort).containsExactly(1, 2);
    assertThat(uri.getSentinelMasterId()).isEqualTo("the master");
    assertThat(uri.getDatabase()).isEqualTo(2);
    assertCredentials(uri, null);
  }

  @Test
  void cluster_namesItsNodes() {
    RedisClusterConfiguration to = new RedisClusterConfiguration(List.of("n1:1", "n2:2"));
    to.setUsername("me");
    to.setPassword("p@ss");
    assertThat(url(to)).isEqualTo("redis-cluster://me:p%40ss@n1:1,n2:2");
    assertThat(
            url(to, LettuceClientConfiguration.builder().useSsl().disablePeerVerification().and()))
        .isEqualTo("rediss-cluster://me:p%40ss@n1:1,n2:2?verifyPeer=NONE");
  }

  @Test
  void whatAUrlCannotSay_isRefusedByName() {
    RedisStandaloneConfiguration one = new RedisStandaloneConfiguration("db1", 1);
    RedisSentinelConfiguration sentinel =
        new RedisSentinelConfiguration().master("m").sentinel("s1", 1);
    sentinel.setSentinelPassword("secret");
    ClientOptions bundle =
        ClientOptions.builder()
            .sslOptions(SslOptions.builder().protocols("TLSv1.3").build())
            .build();
    LettuceClientConfigurationBuilder plain = LettuceClientConfiguration.builder();
    assertRefused(new RedisSocketConfiguration("/run/redis"), plain, "a RedisSocketConfiguration");
    assertRefused(
        new RedisStaticMasterReplicaConfiguration("db1"),
        plain,
        "a RedisStaticMasterReplicaConfiguration");
    assertRefused(sentinel, plain, "a password of the sentinels");
    assertRefused(one, LettuceClientConfiguration.builder().useSsl().startTls().and(), "StartTLS");
    assertRefused(
        one,
        LettuceClientConfiguration.builder().useSsl().and().clientOptions(bundle),
        "an SSL bundle or other options of TLS");
    assertRefused(
        one,
        LettuceClientConfiguration.builder()
            .redisCredentialsProviderFactory(new RedisCredentialsProviderFactory() {}),
        "a provider of credentials");
  }

  private static void assertRefused(
      RedisConfiguration to, LettuceClientConfigurationBuilder client, String what) {
    assertThatThrownBy(() -> url(to, client))
        .isInstanceOf(InvalidThrottleXException.class)
        .hasMessage(
            "throttlex.store: the application's Redis with "
                + what
                + " (expected: a URL, because these settings cannot be copied)");
  }

  @Test
  void optionsOfTheClient_withoutTls_doNotMatter() {
    ClientOptions options =
        ClientOptions.builder().sslOptions(SslOptions.builder().jdkSslProvider().build()).build();
    assertThat(
            url(
                new RedisStandaloneConfiguration("db1", 1),
                LettuceClientConfiguration.builder().clientOptions(options)))
        .isEqualTo("redis://db1:1/0");
  }

  @Test
  void factoryOfBoot_withTls_isTakenOverUnlessItHasABundle() {
    ApplicationContextRunner application =
        new ApplicationContextRunner()
            .withConfiguration(
                AutoConfigurations.of(SslAutoConfiguration.class, DataRedisAutoConfiguration.class))
            .withUserConfiguration(ThrottleXStoreAutoConfiguration.RedisConfiguration.class)
            .withPropertyValues("spring.data.redis.host=db1", "spring.data.redis.ssl.enabled=true");
    application.run(
        context ->
            assertThat(context.getBean(ApplicationRedis.class).url())
                .contains("rediss://db1:6379/0"));
    application
        .withPropertyValues(
            "spring.data.redis.ssl.bundle=mine", "spring.ssl.bundle.jks.mine.key.alias=mine")
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(ApplicationRedis.class).url())
                    .hasMessageContaining("an SSL bundle"));
  }
}
