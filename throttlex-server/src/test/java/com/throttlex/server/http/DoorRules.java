package com.throttlex.server.http;

/** The rules of the tests of the door; their periods are too long to expire during a test. */
final class DoorRules {
  static final String TEXT =
      """
      version: 1
      tiers: [free, pro]
      default-rule: none
      rules:
        - id: five
          match: {endpoint: /five/**}
          key: [user]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: per-ip
          match: {endpoint: /ip/**}
          key: [ip]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: strangers
          match: {endpoint: /stranger}
          key: [ip]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: per-api-key
          match: {endpoint: /api-key}
          key: [api-key]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: per-tenant
          match: {endpoint: /tenant}
          key: ["header:X-Tenant"]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: per-method
          match: {endpoint: /methods/**, methods: [POST]}
          key: [global]
          limits: 1000/1d
          algorithm: sliding-window-log
        - id: many
          match: {endpoint: /many}
          key: [user]
          limits: 100000/1d
          algorithm: sliding-window-log
        - id: hundred
          match: {endpoint: /hundred}
          key: [user]
          limits: 100/1d
          algorithm: sliding-window-log
        - id: slots
          match: {endpoint: /slots}
          key: [user]
          limits: 2/1h
          algorithm: concurrency
        - id: patient
          match: {endpoint: /patient}
          key: [user]
          limits: 10/1s
          burst: 1
          algorithm: token-bucket
          on-exceed: {delay: 5s}
        - id: patient-ip
          match: {endpoint: /patient-ip}
          key: [ip]
          limits: 10/1s
          burst: 1
          on-exceed: {delay: 5s}
        - id: tiered
          match: {endpoint: /tiered}
          key: [user]
          limits: {free: 5/1d, pro: 50/1d}
          algorithm: sliding-window-log
        - id: hosts
          match: {endpoint: /hosts}
          key: ["attribute:host"]
          limits: 5/1d
          algorithm: sliding-window-log
        - id: descriptors
          match: {services: [edge]}
          key: ["attribute:client"]
          limits: 2/1d
          algorithm: sliding-window-log
      """;

  private DoorRules() {}
}
