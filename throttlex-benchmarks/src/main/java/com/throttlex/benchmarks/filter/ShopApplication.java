package com.throttlex.benchmarks.filter;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** An application with one small page, in one of its forms. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@RestController
public class ShopApplication {
  /** The name of the setting with the form. */
  static final String FORM = "shop.form";

  /** Starts it with the arguments of a form. */
  public static void main(String[] args) {
    SpringApplication.run(ShopApplication.class, args);
  }

  @GetMapping(path = "/api/v1/orders/{id}", produces = MediaType.TEXT_PLAIN_VALUE)
  String order(@PathVariable String id) {
    return "Order " + id + ": 2 books, on the way";
  }

  @Bean
  @ConditionalOnProperty(name = FORM, havingValue = "BUCKET4J")
  Bucket4jFilter bucket4j() {
    return new Bucket4jFilter(Form.PER_SECOND);
  }
}
