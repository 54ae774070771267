package com.throttlex.server;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A multipart form, part by part. */
final class UploadForm {
  static final String BOUNDARY = "a-boundary-of-the-test";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  UploadForm file(String name, byte[] content) {
    return part("name=\"" + name + "\"; filename=\"" + name + ".txt\"", content);
  }

  UploadForm file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  UploadForm field(String name, String content) {
    return part("name=\"" + name + "\"", content.getBytes(StandardCharsets.UTF_8));
  }

  private UploadForm part(String names, byte[] content) {
    text("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + names + "\r\n");
    text("Content-Type: text/plain\r\n\r\n");
    bytes.writeBytes(content);
    text("\r\n");
    return this;
  }

  private void text(String text) {
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  byte[] whole() {
    text("--" + BOUNDARY + "--\r\n");
    return bytes.toByteArray();
  }
}
