package com.throttlex.spring;

import static jakarta.servlet.DispatcherType.ASYNC;
import static jakarta.servlet.DispatcherType.REQUEST;

import com.throttlex.ThrottleX;
import com.throttlex.admission.Admissions;
import com.throttlex.grpc.ThrottleXServerInterceptor;
import com.throttlex.http.RequestReader;
import com.throttlex.servlet.RequestDescriber;
import com.throttlex.servlet.ThrottleXFilter;
import com.throttlex.spring.client.OutboundLimit;
import com.throttlex.spring.client.OutboundLimits;
import com.throttlex.spring.method.RateLimited;
import com.throttlex.test.ManualClock;
import io.grpc.ServerInterceptor;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;

/** The Java code of docs/APPLICATIONS.md, as an application. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(DocumentedCode.Pages.class)
class DocumentedCode {
  @Bean
  RequestDescriber region() {
    return (request, to) -> to.attribute("region", request.getServerName());
  }

  @Bean
  Orders orders() {
    return new Orders();
  }

  @Bean
  RestClient github(OutboundLimits limits) {
    OutboundLimit limit = OutboundLimit.of("github").maxWait(Duration.ofSeconds(2));
    return RestClient.builder().requestInterceptor(limits.interceptor(limit)).build();
  }

  static class Orders {
    @RateLimited(rule = "orders", key = "#customer", cost = "#items.size()")
    public String order(String customer, List<String> items) {
      return customer + " gets " + items;
    }
  }

  @RestController
  static class Pages {
    volatile String last = "";
    private final Orders orders;

    Pages(Orders orders) {
      this.orders = orders;
    }

    @GetMapping("/order")
    String order() {
      return orders.order("ann", List.of("apple", "pear"));
    }

    @EventListener
    void moved(AdaptiveLimitChanged event) {
      last = event.adjustment().rule() + " is " + event.adjustment().to();
    }
  }

  static class InTests {
    @Test
    void thirdOrder_isDenied_untilAnHourHasPassed(@Autowired ManualClock clock) {
      clock.advance(Duration.ofHours(1));
    }
  }

  static void register(ServletContext servletContext, ThrottleX throttlex) {
    FilterRegistration.Dynamic filter =
        servletContext.addFilter("throttlex", new ThrottleXFilter(throttlex));
    filter.setAsyncSupported(true);
    filter.addMappingForUrlPatterns(EnumSet.of(REQUEST, ASYNC), false, "/*");
  }

  static ServerInterceptor intercept(ThrottleX throttlex) {
    ServerInterceptor limits =
        ThrottleXServerInterceptor.of(
            Admissions.atOnce(throttlex), RequestReader.simple(throttlex::rules));
    return limits;
  }
}
