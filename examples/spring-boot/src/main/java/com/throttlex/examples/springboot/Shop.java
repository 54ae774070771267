package com.throttlex.examples.springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application; its limits are in {@code application.yml}. */
@SpringBootApplication
public class Shop {
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }
}
