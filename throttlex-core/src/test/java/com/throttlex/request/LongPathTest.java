package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class LongPathTest {
  @Test
  void endpoint_of256Segments_isFine() {
    assertThat(RequestContext.builder().endpoint("/a".repeat(256)).build().endpoint()).hasSize(512);
  }

  @Test
  void endpoint_of257Segments_isAnError() {
    assertThatExceptionOfType(InvalidRequestException.class)
        .isThrownBy(() -> RequestContext.builder().endpoint("/a".repeat(257)).build())
        .withMessageEndingWith("(expected: at most 256 segments)");
  }
}
