package com.throttlex.spring.service;

import com.throttlex.admission.Admissions;
import com.throttlex.grpc.ThrottleXServerInterceptor;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.spring.Enforcement;
import com.throttlex.spring.ThrottleXAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Provides an interceptor for gRPC servers, created when a server uses it. */
@AutoConfiguration(after = ThrottleXAutoConfiguration.class)
@ConditionalOnClass(ThrottleXServerInterceptor.class)
@ConditionalOnBean(Admissions.class)
public final class ThrottleXGrpcAutoConfiguration {
  @Bean
  @Lazy
  @ConditionalOnMissingBean
  ThrottleXServerInterceptor throttlexServerInterceptor(
      Admissions admissions,
      RequestReader reader,
      RateLimitHeaders headers,
      Enforcement enforcement) {
    enforcement.ofRequests("a gRPC interceptor");
    return ThrottleXServerInterceptor.of(admissions, reader).telling(headers);
  }
}
