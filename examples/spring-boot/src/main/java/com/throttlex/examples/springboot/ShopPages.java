package com.throttlex.examples.springboot;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The HTTP pages of the shop; they do not know about limits. */
@RestController
class ShopPages {
  private final Orders orders;

  ShopPages(Orders orders) {
    this.orders = orders;
  }

  @GetMapping("/")
  String welcome() {
    return "Welcome to the shop!\n";
  }

  @GetMapping("/api/products")
  List<String> products() {
    return List.of("apple", "pear");
  }

  @PostMapping("/orders")
  String order(@RequestParam String user) {
    return orders.place(user);
  }
}
