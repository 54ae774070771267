package com.throttlex.grpc;

import com.throttlex.http.RequestReader;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields that rules use from a call: a {@code POST} of {@code /package.Service/Method},
 * with its metadata as headers.
 */
final class CallReader {
  private static final String LOOPBACK = "127.0.0.1";

  private final RequestReader reader;
  private final CallDescription description;

  CallReader(RequestReader reader, CallDescription description) {
    this.reader = reader;
    this.description = description;
  }

  /**
   * Returns the request of a call.
   *
   * @throws com.throttlex.request.InvalidRequestException when it is malformed
   */
  RequestContext read(ServerCall<?, ?> call, Metadata metadata) {
    MethodDescriptor<?, ?> method = call.getMethodDescriptor();
    RequestContextBuilder request =
        reader
            .read(
                peer(call),
                "POST",
                "/" + method.getFullMethodName(),
                name -> header(metadata, name))
            .service(method.getServiceName());
    description.describe(call, metadata, request);
    return request.build();
  }

  /** Returns the address of the peer; loopback for a peer in this process. */
  private static String peer(ServerCall<?, ?> call) {
    SocketAddress remote = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    if (!(remote instanceof InetSocketAddress inet) || inet.getAddress() == null) {
      return LOOPBACK;
    }
    String address = inet.getAddress().getHostAddress();
    int scope = address.indexOf('%');
    return scope < 0 ? address : address.substring(0, scope);
  }

  private static @Nullable String header(Metadata metadata, String header) {
    String name = header.toLowerCase(Locale.ROOT);
    return isText(name)
        ? RequestReader.value(
            header, metadata.getAll(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)))
        : null;
  }

  /** Returns whether metadata can have a text value of that name. */
  private static boolean isText(String name) {
    return !name.endsWith(Metadata.BINARY_HEADER_SUFFIX)
        && name.chars().allMatch(c -> c == '-' || c == '_' || c == '.' || isLetterOrDigit(c));
  }

  private static boolean isLetterOrDigit(int c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
