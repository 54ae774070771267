package com.throttlex.spring.servlet;

import com.throttlex.TimeSource;
import com.throttlex.admission.Admissions;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.servlet.FilterSettings;
import com.throttlex.servlet.RequestDescriber;
import com.throttlex.servlet.ThrottleXFilter;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.Principals;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Adds the filter to a servlet application.
 *
 * <p>With Spring Security there are two filters: one just before its filters, for the rules that
 * need no user, and one just after them. Without it, there is one filter at the second position.
 */
@AutoConfiguration(
    after = ThrottleXAutoConfiguration.class,
    afterName =
        "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, FilterRegistrationBean.class})
@ConditionalOnBean(Admissions.class)
@ConditionalOnBooleanProperty(name = "throttlex.filter.enabled", matchIfMissing = true)
public final class ThrottleXServletAutoConfiguration {
  private static final String SECURITY = "securityFilterChainRegistration";

  @Bean
  @ConditionalOnMissingBean
  FilterSettings throttlexFilterSettings(
      Admissions admissions,
      RequestReader reader,
      RateLimitHeaders headers,
      TimeSource time,
      Principals principals,
      ObjectProvider<RequestDescriber> describers) {
    RequestDescriber principal =
        (request, to) -> principals.describe(request.getUserPrincipal(), to);
    RequestDescriber all = describers.orderedStream().reduce(principal, RequestDescriber::and);
    return new FilterSettings(admissions, reader, all, headers, time);
  }

  /** Decides the second phase, or all rules. */
  @Bean
  FilterRegistrationBean<ThrottleXFilter> throttlexFilter(
      FilterSettings settings, Environment environment, Enforcement enforcement) {
    enforcement.ofRequests("a servlet filter");
    return registered(ThrottleXFilter.of(settings), securityOrder(environment) + 1);
  }

  /** Decides the first phase; a ThrottleX service is called once, when the user is known. */
  @Bean
  @ConditionalOnBean(name = SECURITY)
  FilterRegistrationBean<ThrottleXFilter> throttlexAddressFilter(
      FilterSettings settings, Environment environment) {
    return registered(
        ThrottleXFilter.beforeAuthentication(settings), securityOrder(environment) - 1);
  }

  private static int securityOrder(Environment environment) {
    return environment.getProperty("spring.security.filter.order", Integer.class, -100);
  }

  private static FilterRegistrationBean<ThrottleXFilter> registered(
      ThrottleXFilter filter, int order) {
    FilterRegistrationBean<ThrottleXFilter> registration = new FilterRegistrationBean<>(filter);
    registration.setOrder(order);
    registration.setAsyncSupported(true);
    registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
    return registration;
  }
}
