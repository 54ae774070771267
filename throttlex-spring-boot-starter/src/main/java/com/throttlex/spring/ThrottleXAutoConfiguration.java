package com.throttlex.spring;

import com.throttlex.Decider;
import com.throttlex.DecisionListener;
import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.system.SystemSignals;
import com.throttlex.admission.Admissions;
import com.throttlex.http.HeaderSet;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.RuleBook;
import com.throttlex.spring.ThrottleXProperties.Identity;
import com.throttlex.spring.ThrottleXProperties.Mode;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Configures the engine: rules, and how requests are read. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "throttlex.enabled", matchIfMissing = true)
@EnableConfigurationProperties(ThrottleXProperties.class)
public final class ThrottleXAutoConfiguration {
  /** Beans that show that the application has authentication. */
  private static final List<String> AUTHENTICATION =
      List.of(
          "securityFilterChainRegistration",
          "org.springframework.security.config.annotation.web.reactive.WebFluxSecurityConfiguration"
              + ".WebFilterChainFilter");

  private static final String RULES = "throttlexRules";

  @Bean
  @ConditionalOnMissingBean
  TimeSource throttlexTime() {
    return new SystemTime();
  }

  @Bean
  @ConditionalOnMissingBean
  RuleSource throttlexRuleSource(Environment environment) {
    return new RuleSource(environment);
  }

  @Bean(RULES)
  @ConditionalOnMissingBean({RuleBook.class, ThrottleX.class})
  RuleBook throttlexRules(RuleSource source) {
    return source.read();
  }

  /** A rule book of the application replaces all configured rules. */
  @Bean
  @ConditionalOnMissingBean(name = RULES)
  SmartInitializingSingleton throttlexNoOtherRules(RuleSource source) {
    return source::requireNone;
  }

  /** With the application's own store, adaptive limits are not shared with other nodes. */
  @Bean
  @ConditionalOnMissingBean
  Notes throttlexOwnNotes(TimeSource time) {
    return new MemoryNotes(time::nanos);
  }

  /** Requests to the application's own name count for the health of the system. */
  @Bean
  @ConditionalOnMissingBean({AdaptiveLimits.class, ThrottleX.class})
  AdaptiveLimits throttlexAdaptiveLimits(Notes notes, Environment environment) {
    AdaptiveLimits limits = new AdaptiveLimits(notes);
    for (String source : ownSources(environment)) {
      limits.watch(source, SystemSignals.ofThisProcess()::read);
      if (!source.equals(Adaptive.SYSTEM)) {
        limits.partOf(Adaptive.SYSTEM, source);
      }
    }
    return limits;
  }

  /** Returns the sources whose health is that of the application: the system and its own name. */
  public static List<String> ownSources(Environment environment) {
    String application = environment.getProperty("spring.application.name", "");
    return application.isEmpty() || application.equals(Adaptive.SYSTEM)
        ? List.of(Adaptive.SYSTEM)
        : List.of(Adaptive.SYSTEM, application);
  }

  @Bean
  LimitNews throttlexLimitNews(ThrottleX throttlex, ApplicationEventPublisher events) {
    return new LimitNews(throttlex, events);
  }

  @Bean
  @ConditionalOnMissingBean
  ThrottleX throttlex(
      RuleBook rules,
      Store store,
      TimeSource time,
      ObjectProvider<DecisionListener> listeners,
      AdaptiveLimits adaptive) {
    DecisionListener all =
        listeners.orderedStream().reduce(DecisionListener::and).orElse(DecisionListener.NONE);
    return new ThrottleX(rules, store, time, all, adaptive);
  }

  /** The decider is the engine itself, unless a service decides. */
  @Bean
  @ConditionalOnMissingBean
  Admissions throttlexAdmissions(Decider decider, ThrottleX throttlex, BeanFactory beans) {
    if (decider != throttlex) {
      return Admissions.by(decider);
    }
    return AUTHENTICATION.stream().anyMatch(beans::containsBean)
        ? Admissions.inTwoPhases(throttlex)
        : Admissions.atOnce(throttlex);
  }

  @Bean
  @ConditionalOnMissingBean
  NamedRules throttlexNamedRules(
      Decider decider, ThrottleX throttlex, Admissions admissions, ThrottleXProperties properties) {
    int ipv6Prefix = properties.identity().ipv6Prefix();
    return decider == throttlex
        ? NamedRules.embedded(throttlex, admissions, ipv6Prefix)
        : NamedRules.ofService(decider, admissions, ipv6Prefix);
  }

  @Bean
  @ConditionalOnMissingBean
  RequestReader throttlexRequestReader(
      ThrottleXProperties properties, ThrottleX throttlex, Environment environment) {
    SettingChecks.check(properties);
    Identity identity = properties.identity();
    TrustedProxies proxies =
        checked(
            "identity", it -> TrustedProxies.of(it.trustedProxies(), it.ipv6Prefix()), identity);
    String application = environment.getProperty("spring.application.name", "");
    return new RequestReader(
        proxies,
        identity.ipv6Prefix(),
        identity.apiKeyHeader(),
        application.isEmpty() ? null : application,
        countedHeaders(properties, throttlex));
  }

  /** Returns the headers that rules count by; a service does not report those of its rules. */
  private static Supplier<Set<String>> countedHeaders(
      ThrottleXProperties properties, ThrottleX throttlex) {
    Set<String> sent = Set.copyOf(properties.service().headers());
    return properties.mode() == Mode.SERVICE
        ? () -> sent
        : () -> throttlex.rules().countedHeaders();
  }

  @Bean
  @ConditionalOnMissingBean
  RateLimitHeaders throttlexHeaders(ThrottleXProperties properties) {
    return checked(
        "headers",
        names -> RateLimitHeaders.of(names.stream().map(HeaderSet::parse).toList()),
        properties.headers());
  }

  @Bean
  @ConditionalOnMissingBean
  Principals throttlexPrincipals(ThrottleXProperties properties) {
    return new Principals(properties.identity().tierClaim());
  }

  @Bean
  Enforcement throttlexEnforcement() {
    return new Enforcement();
  }

  @Bean
  StartReport throttlexStartReport(
      ThrottleX throttlex,
      NamedRules named,
      Enforcement enforcement,
      ThrottleXProperties properties) {
    boolean service = properties.mode() == Mode.SERVICE;
    return new StartReport(throttlex::rules, named::isUsed, enforcement, service);
  }

  /** Converts a setting; a problem that core reports gets the property's name. */
  private static <T, R> R checked(String setting, Function<T, R> made, T value) {
    try {
      return made.apply(value);
    } catch (IllegalArgumentException e) {
      throw new InvalidThrottleXException(List.of("throttlex." + setting + ": " + e.getMessage()));
    }
  }
}
