package com.throttlex.server.identity;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** The bytes of a response; it fails as soon as there are too many. */
public final class BoundedBody implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private final int maxBytes;
  private long received;
  private @Nullable Subscription subscription;

  /** Creates a body of at most that many bytes. */
  public BoundedBody(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    bytes.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> items) {
    received += items.stream().mapToLong(ByteBuffer::remaining).sum();
    if (received <= maxBytes) {
      bytes.onNext(items);
    } else if (subscription != null) {
      subscription.cancel();
      onError(new IOException("more than " + maxBytes + " bytes"));
    }
  }

  @Override
  public void onError(Throwable failure) {
    bytes.onError(failure);
  }

  @Override
  public void onComplete() {
    bytes.onComplete();
  }
}
