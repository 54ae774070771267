package com.throttlex.server.http;

/** The rules of the tests of queues; a denied request does not fit for a day. */
final class QueueRules {
  static final String TEXT =
      """
      version: 1
      default-rule: none
      rules:
        - id: queued
          match: {endpoint: /queued/**}
          key: [user]
          limits: 1/1d
          algorithm: sliding-window-log
          on-exceed: queue
        - id: strict
          match: {endpoint: /queued/strict}
          key: [user]
          limits: 1/1d
          algorithm: sliding-window-log
        - id: wide
          match: {endpoint: /queued/wide}
          key: [user]
          limits: 100/1d
        - id: tried-out
          match: {endpoint: /queued/tried-out}
          key: [user]
          limits: 1/1d
          mode: shadow
        - id: by-key
          match: {endpoint: /by-key}
          key: [api-key]
          limits: 1/1d
          on-exceed: queue
        - id: by-header
          match: {endpoint: /by-header}
          key: ["header:X-Tenant"]
          limits: 1/1d
          on-exceed: queue
        - id: of-known-keys
          match: {endpoint: /queued/known, api-keys: [k-1]}
          key: [user]
          limits: 100/1d
        - id: proxied
          match: {endpoint: /proxied}
          key: [global]
          limits: 1/1d
          on-exceed: queue
      """;

  private QueueRules() {}
}
