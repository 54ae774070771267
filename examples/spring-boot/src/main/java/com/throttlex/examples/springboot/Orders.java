package com.throttlex.examples.springboot;

import com.throttlex.spring.method.RateLimited;
import org.springframework.stereotype.Service;

/** Takes orders, from each user no more than the rule {@code orders} allows. */
@Service
class Orders {
  @RateLimited(rule = "orders", key = "#user")
  public String place(String user) {
    return "Thank you, " + user + ".\n";
  }
}
